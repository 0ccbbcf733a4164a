import { judgement } from './state/compare';
import { engine, engineProblem } from './state/settings';
import { announcement, tab, TABS, type Tab } from './state/view';
import { Help } from './ui/help';
import { ThemeSwitch } from './ui/theme-switch';
import { AdvicePanel } from './views/advice/advice-panel';
import { ComparePanel } from './views/compare/compare-panel';
import { CompareView } from './views/compare/compare-view';
import { DropTarget } from './views/input/drop-target';
import { InputPanel } from './views/input/input-panel';
import { FactsPanels } from './views/inspect/facts-panel';
import { InspectBar } from './views/inspect/inspect-bar';
import { InspectInput } from './views/inspect/inspect-input';
import { InspectView } from './views/inspect/inspect-view';
import { LevelsView } from './views/levels/levels-view';
import { MemoryView } from './views/memory/memory-view';
import { QualityPanel } from './views/quality/quality-panel';
import { RunBar } from './views/run/run-bar';
import { RunPanel } from './views/run/run-panel';
import { SayPanel } from './views/storage/say-panel';
import { SettingsPanel } from './views/storage/settings-panel';
import { StorageBar } from './views/storage/storage-bar';
import { StorageView } from './views/storage/storage-view';
import { PublishedPanel } from './views/threads/published-panel';
import { ThreadMenu } from './views/threads/thread-menu';
import { activeThread } from './state/threads';
import { CopyLink } from './link/copy-link';

const LABELS: Record<Tab, string> = { levels: 'Levels', memory: 'Memory', storage: 'Storage', inspect: 'Inspect', compare: 'Compare' };

/** The page. */
export function App() {
  return (
    <div class="app">
      <Header />
      {engineProblem.value ? <Broken /> : <Zones />}
      <p class="visually-hidden" role="status" aria-live="polite">
        {announcement.value}
      </p>
      <DropTarget />
    </div>
  );
}

function Header() {
  return (
    <header class="top">
      <h1>Ratioscope</h1>
      <nav class="tabs" aria-label="Views">
        {TABS.map((id) => (
          <button
            key={id}
            type="button"
            aria-current={tab.value === id ? 'page' : undefined}
            onClick={() => (tab.value = id)}
          >
            {LABELS[id]}
          </button>
        ))}
      </nav>
      {engine.value && <CopyLink />}
      <ThemeSwitch />
      <Help term="page" />
    </header>
  );
}

function Zones() {
  const shown = tab.value;
  const storage = shown === 'storage';
  const inspect = shown === 'inspect';
  return (
    <main class={activeThread.value ? 'zones with-published' : 'zones'} aria-busy={engine.value === undefined}>
      <div class="zone left">
        <div class="left-scroll">
          {inspect ? <InspectInput /> : <InputPanel />}
          {storage ? <SettingsPanel /> : inspect ? null : <RunPanel />}
          {!inspect && <ThreadMenu />}
        </div>
        {storage ? <StorageBar /> : inspect ? <InspectBar /> : <RunBar />}
      </div>
      <section class="zone middle" aria-label={LABELS[shown]}>
        {shown === 'levels' && <LevelsView />}
        {shown === 'memory' && <MemoryView />}
        {storage && <StorageView />}
        {inspect && <InspectView />}
        {shown === 'compare' && <CompareView />}
      </section>
      <div class="zone right">
        {inspect ? (
          <FactsPanels />
        ) : (
          <>
            <PublishedPanel />
            {storage ? <SayPanel /> : shown === 'compare' && judgement.value ? <ComparePanel /> : <AdvicePanel />}
            <QualityPanel />
          </>
        )}
      </div>
    </main>
  );
}

/** What is shown when the core does not start. */
function Broken() {
  return (
    <main class="broken">
      <h2>The codec core did not start</h2>
      <p>{engineProblem.value}</p>
      <p>
        The page needs WebAssembly and module workers: a current Chrome, Firefox, Safari or Edge, with
        WebAssembly not switched off. Nothing was measured.
      </p>
      <button type="button" class="primary" onClick={() => location.reload()}>
        Try again
      </button>
    </main>
  );
}
