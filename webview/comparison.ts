import './style/comparisonPage.css';
import { ComparisonPanel } from './compare/comparisonPanel.ts';

new ComparisonPanel(acquireVsCodeApi(), document.body).start();
