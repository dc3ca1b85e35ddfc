import type { NoRun } from '../../shared/savedRuns.ts';

export type NoRunAction = 'Show Comparison' | 'Compare With…';

/** Why `Compare With Baseline` has no run to compare, and the buttons that help. */
export function noRunText(why: NoRun): { words: string; actions: NoRunAction[] } {
  switch (why) {
    case 'nothing-saved':
      return {
        words: 'There is no saved run to compare: profile your server, and the run is kept.',
        actions: [],
      };
    case 'nothing-shown':
      return {
        words: 'No run is shown. Choose one to compare, or profile your server.',
        actions: ['Compare With…'],
      };
    case 'measured':
      return {
        words:
          'What is shown was measured by Measure My Change, and its comparison is with the code before. To compare with the baseline, profile your server, or choose a saved run.',
        actions: ['Show Comparison', 'Compare With…'],
      };
    case 'not-saved':
      return {
        words:
          'What is shown is not one of the saved runs, and only these have a baseline. Choose a saved run, or profile your server.',
        actions: ['Compare With…'],
      };
    case 'gone':
      return {
        words: 'This run is not there any more. Choose another one.',
        actions: ['Compare With…'],
      };
  }
}
