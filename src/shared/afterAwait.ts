/** Name of the frame between a line and the work that its `await` or callback has caused. */
export const afterAwaitName = '(after await)';

/** Whether a frame is that one: the work below it was measured, its place there was learned. */
export function isAfterAwaitFrame({ name, file }: { name: string; file: string }): boolean {
  return name === afterAwaitName && file === '';
}
