/** Does what can wait when the browser has shown what is in the page now. */
export function afterPaint(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act));
}
