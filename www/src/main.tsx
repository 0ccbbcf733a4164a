import { render } from 'preact';
import { App } from './app';
import { open } from './controller';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/layout.css';
import './styles/panels.css';
import './styles/tables.css';
import './styles/charts.css';

render(<App />, document.getElementById('app')!);
void open();
