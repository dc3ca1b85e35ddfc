import './style/page.css';
import { FlamePanel } from './profile/flamePanel.ts';

new FlamePanel(acquireVsCodeApi(), document.body).start();
