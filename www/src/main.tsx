import { render } from 'preact';
import { App } from './app';
import { open } from './open';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/layout.css';
import './styles/panels.css';
import './styles/tables.css';
import './styles/charts.css';
import './styles/storage.css';
import './styles/threads.css';
import './styles/inspect.css';
import './styles/compare.css';

// A task of its own: to evaluate the modules and to draw the page first take long enough each.
setTimeout(() => {
  render(<App />, document.getElementById('app')!);
  void open();
});
