import type { Thread } from 'ratioscope/storage';
import { slipAt } from '../../lib/presets';
import { activeThread } from '../../state/threads';
import { leaveThread } from '../../thread-controller';

/** What a thread published, as it was printed, with the slips in it marked. */
export function PublishedPanel() {
  const thread = activeThread.value;
  if (!thread) return null;
  const inText = thread.slips.filter((slip) => slip.table === undefined);
  return (
    <section class="panel published" aria-labelledby="published-title">
      <h2 id="published-title">
        As published
        <button type="button" class="quiet" onClick={leaveThread}>
          Close
        </button>
      </h2>
      <h3>
        {thread.subject}
        {thread.year !== undefined && <span class="muted">, {thread.year}</span>}
      </h3>
      <p>{thread.question}</p>
      <p class="muted">
        {thread.measured.replace(/`([^`]+)`/g, '“$1”')} Measured by others, with C code: compare shapes and ratios, not speeds.
      </p>
      {thread.tables.map((_, i) => (
        <Published key={i} thread={thread} index={i} />
      ))}
      {inText.map((slip) => (
        <p key={slip.published} class="slip-note">
          In its text: <s>{slip.published}</s>
          {slip.correct !== undefined && <> should be {slip.correct}</>}. {slip.why}
        </p>
      ))}
    </section>
  );
}

function Published({ thread, index }: { thread: Thread; index: number }) {
  const { caption, columns, rows } = thread.tables[index]!;
  const slips = thread.slips.filter((slip) => slip.table === index);
  return (
    <div class="published-table">
      <div class="table-scroll" tabIndex={0} role="region" aria-label={caption}>
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              {columns.map((column, i) => (
                <th key={i} scope="col" class={i === 0 ? '' : 'number'}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, r) => (
              <tr key={r}>
                {cells.map((text, c) => {
                  const slip = slipAt(thread.slips, index, r, c);
                  return (
                    <td key={c} class={c === 0 ? '' : 'number'} title={slip?.why}>
                      {slip ? <mark>{text} *</mark> : text}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {slips.map((slip) => (
        <p key={`${slip.row} ${slip.column}`} class="slip-note">
          * {rows[slip.row!]?.[0]}, {columns[slip.column!]}: printed {slip.published}
          {slip.correct !== undefined && `, should be ${slip.correct}`}. {slip.why}
        </p>
      ))}
    </div>
  );
}
