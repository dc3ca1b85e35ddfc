/** Does what can wait when the browser has shown what is in the page now: it has, when it makes its next frame. */
export function afterPaint(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(act)));
}
