import type { HeatStep } from './heat.ts';

export interface GutterIcon {
  /** In whole percent: `34`, and `<1` below one. */
  text: string;
  step: HeatStep;
  /** Whether the line tells that a function is not optimized. */
  isMarked: boolean;
}

type Ground = 'dark' | 'light';

/**
 * The icon beside a hot line as SVG: its share as a number, since what stands at the end of a long
 * line may be out of sight. Heat is in the colours, and in the frame of the lower steps; what is not
 * optimized has a bar with an exclamation mark.
 */
export function gutterIcon({ text, step, isMarked }: GutterIcon, ground: Ground): string {
  const { fill, stroke, ink } = colours[ground][step];
  const width = isMarked ? markLeft : 16;
  const size = text.length > 2 ? (isMarked ? 6.5 : 7.5) : isMarked ? 8.5 : 10;
  const chip = `<rect x=".5" y="1.5" width="15" height="13" rx="2.5" fill="${fill}" stroke="${stroke}"/>`;
  const number = words(text, width / 2, size, Math.min(text.length * size * 0.6, width - 2), ink);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16">${chip}${number}${isMarked ? mark(ground) : ''}</svg>`;
}

const markLeft = 11.25;

function mark(ground: Ground): string {
  const { fill, ink } = markColours[ground];
  const bar = `<path d="M${markLeft} 1h2.25A2.5 2.5 0 0 1 16 3.5v9a2.5 2.5 0 0 1-2.5 2.5h-2.25z" fill="${fill}"/>`;
  const sign = `<path d="M12.8 3.6h1.7l-.35 5.6h-1zM12.8 10.6h1.7v1.8h-1.7z" fill="${ink}"/>`;
  return bar + sign;
}

/** Fonts differ in width; what has more than one digit is fitted to `width`. */
function words(text: string, x: number, size: number, width: number, ink: string): string {
  const y = 8 + size * 0.36;
  const fit =
    text.length > 1 ? ` textLength="${width.toFixed(2)}" lengthAdjust="spacingAndGlyphs"` : '';
  const escaped = text.replace('<', '&lt;');
  return `<text x="${x}" y="${y.toFixed(2)}" font-family="Segoe UI,Ubuntu,Helvetica Neue,Arial,sans-serif" font-size="${size}" font-weight="700" text-anchor="middle"${fit} fill="${ink}">${escaped}</text>`;
}

/** What an icon says of a share (0…1): whole percent. */
export function gutterText(share: number): string {
  const percent = Math.round(share * 100);
  return share < 0.01 ? '<1' : String(Math.min(percent, 100));
}

interface Colours {
  fill: string;
  stroke: string;
  ink: string;
}

const colours: Record<Ground, Record<HeatStep, Colours>> = {
  dark: {
    0: { fill: 'none', stroke: '#8a7650', ink: '#e3c592' },
    1: { fill: '#5a4520', stroke: '#b98f45', ink: '#ffe2ad' },
    2: { fill: '#ffb74d', stroke: '#ffb74d', ink: '#1f1300' },
    3: { fill: '#ff8038', stroke: '#ff8038', ink: '#1f0d00' },
    4: { fill: '#d8302a', stroke: '#ff6a60', ink: '#ffffff' },
  },
  light: {
    0: { fill: 'none', stroke: '#c9a469', ink: '#74480a' },
    1: { fill: '#ffe7bd', stroke: '#d9a548', ink: '#5f3a00' },
    2: { fill: '#ffb74d', stroke: '#e09424', ink: '#261800' },
    3: { fill: '#f57a24', stroke: '#d65f0c', ink: '#1f0d00' },
    4: { fill: '#c62828', stroke: '#a01515', ink: '#ffffff' },
  },
};

const markColours: Record<Ground, { fill: string; ink: string }> = {
  dark: { fill: '#ffffff', ink: '#a30000' },
  light: { fill: '#5c0010', ink: '#ffffff' },
};
