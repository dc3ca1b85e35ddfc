import './style/whyPage.css';
import { WhyPage } from './why/whyPage.ts';

new WhyPage(acquireVsCodeApi(), document.body).start();
