import { useEffect } from 'preact/hooks';
import { engine } from '../../state/settings';
import { inputs } from '../../state/inputs';
import { activeId, threads } from '../../state/threads';
import { loadThreads, takeThread } from '../../thread-controller';

/** The questions of mail threads, each a click. */
export function ThreadMenu() {
  const ready = engine.value !== undefined;
  useEffect(() => {
    if (ready) void loadThreads();
  }, [ready]);
  if (threads.value.length === 0) return null;
  const empty = inputs.value.length === 0;
  return (
    <section class="panel thread-menu" aria-labelledby="threads-title">
      <h2 id="threads-title">Asked on the kernel’s lists</h2>
      <p class="muted">
        One click sets what a thread ran and runs it on {empty ? 'your files, once there are some' : 'the files above'}, beside
        the table it published.
      </p>
      <ul>
        {threads.value.map((thread) => (
          <li key={thread.id}>
            <button
              type="button"
              aria-pressed={activeId.value === thread.id}
              disabled={empty}
              title={thread.subject}
              onClick={() => void takeThread(thread)}
            >
              {thread.question}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
