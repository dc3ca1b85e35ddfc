import { afterAwaitName, isAfterAwaitFrame } from '../../shared/afterAwait.ts';
import type { ProfileFunction } from './profile.ts';

/**
 * The pseudo-function between the line that has caused work after an `await` or in a callback, and the
 * stack of that work. What is below it was measured; that it belongs to the frame above was learned.
 */
export const afterAwait: ProfileFunction = {
  name: afterAwaitName,
  file: '',
  line: 0,
  column: 0,
  area: 'core',
  package: '',
};

export function isAfterAwait(fn: ProfileFunction): boolean {
  return isAfterAwaitFrame(fn) && fn.area === afterAwait.area;
}
