import './style/comparisonPage.css';
import { ComparisonPanel } from './comparisonPanel.ts';

new ComparisonPanel(acquireVsCodeApi(), document.body).start();
