import type { Locator } from 'playwright-core';

/**
 * Milliseconds in a page of ours, be it in VS Code or by itself. A time ends when the browser has
 * made its frame: a message that is posted in `requestAnimationFrame` comes after layout and paint.
 */

/** From a click on a frame. */
export interface ZoomMs {
  /** To the picture in which it is as wide as all. */
  first: number;
  /** To the one that has all detail that fits. */
  whole: number;
}

/** A script that notes as `benchPaintedAt`, since 1970, when the first such element is painted. */
export function watchPicture(selector: string): string {
  return `const look = () => {
    window.benchLookedAt = performance.now();
    if (!document.querySelector(${JSON.stringify(selector)})) return void requestAnimationFrame(look);
    const channel = new MessageChannel();
    channel.port1.onmessage = () => (window.benchPaintedAt ??= performance.timeOrigin + performance.now());
    requestAnimationFrame(() => channel.port2.postMessage(null));
  };
  look();`;
}

/** Zooms into different frames of the whole picture, and back out each time. */
export async function zoomInto(graph: Locator, times: number): Promise<ZoomMs[]> {
  const found: ZoomMs[] = [];
  for (let i = 1; i <= times; i++) found.push(await zoomAt(graph, i / times));
  return found;
}

/** Zooms into one frame, of those that can be pointed at, and back out; `place` is 0…1. */
export async function zoomAt(graph: Locator, place: number): Promise<ZoomMs> {
  const wide = await graph.locator('g.frame').evaluateAll((all) =>
    all
      .map((frame, index) => ({ index, width: frame.getBoundingClientRect().width }))
      .filter(({ index, width }) => index > 0 && width > 30)
      .map(({ index }) => index),
  );
  const found = await zoomMs(graph, wide[Math.floor(place * (wide.length - 1))]!);
  // The root comes first.
  await zoomMs(graph, 0);
  return found;
}

async function zoomMs(graph: Locator, index: number): Promise<ZoomMs> {
  const frame = graph.locator('g.frame').nth(index);
  await frame.scrollIntoViewIfNeeded();
  await graph.evaluate(watchZoom(index));
  await frame.click({ position: { x: 8, y: 8 } });
  return graph.evaluate<ZoomMs, HTMLElement | SVGElement>('window.benchZoom');
}

/** As text: the loader would wrap named functions by a helper that the page lacks. */
function watchZoom(index: number): string {
  return `{
    const graph = document.querySelector('.graph');
    const wordsOf = (frame) =>
      frame && frame.getAttribute('aria-level') + ' ' + frame.getAttribute('aria-label');
    const wanted = wordsOf(graph.querySelectorAll('g.frame')[${index}]);
    const times = {};
    const channel = new MessageChannel();
    let from = NaN;
    let watch;
    const note = (time) => {
      if (time in times) return;
      times[time] = NaN;
      requestAnimationFrame(() => channel.port2.postMessage(time));
    };
    window.benchZoom = new Promise((settle, fail) => {
      setTimeout(() => fail(new Error('Not zoomed to ' + wanted)), 20_000);
      channel.port1.onmessage = ({ data }) => {
        times[data] = performance.now() - from;
        if (data === 'whole') settle(times);
      };
      watch = new MutationObserver(() => {
        // Callers of what is zoomed to are pale.
        if (Number.isNaN(from) || wordsOf(graph.querySelector('g.frame:not(.fade)')) !== wanted) return;
        note('first');
        if (graph.getAttribute('aria-busy') === 'true') return;
        note('whole');
        watch.disconnect();
      });
    });
    window.benchZoom.catch(() => undefined);
    const attributeFilter = ['aria-busy'];
    watch.observe(graph, { childList: true, subtree: true, attributes: true, attributeFilter });
    addEventListener('click', (event) => (from = event.timeStamp), { capture: true, once: true });
  }`;
}
