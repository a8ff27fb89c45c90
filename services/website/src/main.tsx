import './styles/tokens.css';
import './styles/page.css';
import './styles/parts.css';

import { render } from 'preact';

import { App } from './app';

const root = document.getElementById('app');
if (root !== null) render(<App />, root);
