import './style/page.css';
import { FlamePanel } from './flamePanel.ts';

new FlamePanel(acquireVsCodeApi(), document.body).start();
