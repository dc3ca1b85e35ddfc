import './style/benchPage.css';
import { BenchPage } from './bench/benchPage.ts';

new BenchPage(acquireVsCodeApi(), document.body).start();
