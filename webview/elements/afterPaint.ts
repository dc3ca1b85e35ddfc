/** Calls `act` after the browser has painted the current page, which it has by its second next frame. */
export function afterPaint(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(act)));
}
