/** The labels of frames, cut to fit. They are SVG text, because the browser lays out HTML labels one by one. */
export class FrameLabels {
  #font = '';
  /** Widths of single characters in CSS pixels, by weight. Their sum is close enough for names. */
  #widths: Record<Weight, Map<string, number>> = { normal: new Map(), bold: new Map() };
  readonly #context = document.createElement('canvas').getContext('2d');

  constructor(readonly container: HTMLElement) {}

  /** Follows the theme's font. Call it before frames change, because it reads a computed style. */
  useFont(): void {
    const font = getComputedStyle(this.container).getPropertyValue('--font').trim();
    if (font === this.#font) return;
    this.#font = font;
    this.#widths = { normal: new Map(), bold: new Map() };
  }

  /** Writes the label of a frame at a position in pixels. */
  write(
    frame: SVGGElement,
    label: string,
    { x, y, width }: { x: number; y: number; width: number },
    isBold: boolean,
  ): void {
    if (width < narrowestPx) return;
    const words = this.#cut(label, width - 2 * paddingPx, isBold ? 'bold' : 'normal');
    if (words === '') return;
    const text = document.createElementNS('http://www.w3.org/2000/svg', 'text');
    text.setAttribute('x', String(x + paddingPx));
    text.setAttribute('y', String(y + baselinePx));
    text.textContent = words;
    frame.append(text);
  }

  #cut(label: string, widthPx: number, weight: Weight): string {
    // Never cut a figure, since half of it would be another figure.
    const nameEnd = label.length - (/ <?[\d.]+ (?:%|m?s)$/.exec(label)?.[0].length ?? 0);
    const dotsPx = this.#widthOf('…', weight);
    let px = 0;
    let end = 0;
    let endWithDots = 0;
    // Stops early: a name may be a page long.
    for (const character of label) {
      px += this.#widthOf(character, weight);
      if (px > widthPx) {
        if (endWithDots >= nameEnd) return label.slice(0, nameEnd);
        return endWithDots < 2 ? '' : `${label.slice(0, endWithDots)}…`;
      }
      end += character.length;
      if (px + dotsPx <= widthPx) endWithDots = end;
    }
    return label;
  }

  #widthOf(character: string, weight: Weight): number {
    const known = this.#widths[weight];
    let px = known.get(character);
    if (px === undefined) {
      if (this.#context) {
        this.#context.font = `${weight === 'bold' ? 600 : 400} 12px ${this.#font || 'sans-serif'}`;
      }
      px = this.#context?.measureText(character).width ?? 7;
      known.set(character, px);
    }
    return px;
  }
}

type Weight = 'normal' | 'bold';

/** Enough for two letters and an ellipsis. */
const narrowestPx = 35;
const paddingPx = 5;
const baselinePx = 14;
