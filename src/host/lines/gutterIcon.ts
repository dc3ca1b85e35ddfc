import type { Heat, WaitHeat } from '../../shared/heat.ts';

export interface GutterIcon {
  /** In whole percent: `34`, and `<1` below one. */
  text: string;
  /** A step for CPU time, or one for waiting. */
  heat: Heat | WaitHeat;
  /** Whether the line tells that a function is not optimized. */
  isMarked: boolean;
}

type Ground = 'dark' | 'light';

/**
 * The icon beside a hot line as SVG: its share as a number, since what stands at the end of a long
 * line may be out of sight. Heat is in the colours, and in the frame of the lower steps; what is not
 * optimized has a bar with an exclamation mark, and what waits has one with a clock.
 */
export function gutterIcon({ text, heat, isMarked }: GutterIcon, ground: Ground): string {
  const { fill, stroke, ink } = colours[ground][heat];
  const bar = isMarked ? mark(ground) : isWait(heat) ? clock(ground) : '';
  const width = bar === '' ? 16 : barLeft;
  const size = text.length > 2 ? (bar === '' ? 7.5 : 6.5) : bar === '' ? 10 : 8.5;
  const chip = `<rect x=".5" y="1.5" width="15" height="13" rx="2.5" fill="${fill}" stroke="${stroke}"/>`;
  const number = words(text, width / 2, size, Math.min(text.length * size * 0.6, width - 2), ink);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16">${chip}${number}${bar}</svg>`;
}

const barLeft = 11.25;

function isWait(heat: Heat | WaitHeat): heat is WaitHeat {
  return heat.startsWith('wait');
}

function barOf(fill: string): string {
  return `<path d="M${barLeft} 1h2.25A2.5 2.5 0 0 1 16 3.5v9a2.5 2.5 0 0 1-2.5 2.5h-2.25z" fill="${fill}"/>`;
}

function clock(ground: Ground): string {
  const { fill, ink } = clockColours[ground];
  const face = `<circle cx="13.6" cy="8" r="1.9" fill="none" stroke="${ink}" stroke-width=".8"/>`;
  const hands = `<path d="M13.6 6.9V8h.9" fill="none" stroke="${ink}" stroke-width=".6"/>`;
  return barOf(fill) + face + hands;
}

function mark(ground: Ground): string {
  const { fill, ink } = markColours[ground];
  const sign = `<path d="M12.8 3.6h1.7l-.35 5.6h-1zM12.8 10.6h1.7v1.8h-1.7z" fill="${ink}"/>`;
  return barOf(fill) + sign;
}

/** Fonts differ in width; what has more than one digit is fitted to `width`. */
function words(text: string, x: number, size: number, width: number, ink: string): string {
  const y = 8 + size * 0.36;
  const fit =
    text.length > 1 ? ` textLength="${width.toFixed(2)}" lengthAdjust="spacingAndGlyphs"` : '';
  const escaped = text.replace('<', '&lt;');
  return `<text x="${x}" y="${y.toFixed(2)}" font-family="Segoe UI,Ubuntu,Helvetica Neue,Arial,sans-serif" font-size="${size}" font-weight="700" text-anchor="middle"${fit} fill="${ink}">${escaped}</text>`;
}

/** The words of an icon on a share (0…1): whole percent. */
export function gutterText(share: number): string {
  const percent = Math.round(share * 100);
  return share < 0.01 ? '<1' : String(Math.min(percent, 100));
}

interface Colours {
  fill: string;
  stroke: string;
  ink: string;
}

const colours: Record<Ground, Record<Heat | WaitHeat, Colours>> = {
  dark: {
    heat1: { fill: 'none', stroke: '#8a7650', ink: '#e3c592' },
    heat2: { fill: '#5a4520', stroke: '#b98f45', ink: '#ffe2ad' },
    heat3: { fill: '#ffb74d', stroke: '#ffb74d', ink: '#1f1300' },
    heat4: { fill: '#ff8038', stroke: '#ff8038', ink: '#1f0d00' },
    heat5: { fill: '#d8302a', stroke: '#ff6a60', ink: '#ffffff' },
    wait1: { fill: 'none', stroke: '#3f8078', ink: '#9adfd4' },
    wait2: { fill: '#1c4d47', stroke: '#4fb3a5', ink: '#d0f5ee' },
    wait3: { fill: '#4fd0bf', stroke: '#4fd0bf', ink: '#00211d' },
  },
  light: {
    heat1: { fill: 'none', stroke: '#c9a469', ink: '#74480a' },
    heat2: { fill: '#ffe7bd', stroke: '#d9a548', ink: '#5f3a00' },
    heat3: { fill: '#ffb74d', stroke: '#e09424', ink: '#261800' },
    heat4: { fill: '#f57a24', stroke: '#d65f0c', ink: '#1f0d00' },
    heat5: { fill: '#c62828', stroke: '#a01515', ink: '#ffffff' },
    wait1: { fill: 'none', stroke: '#7bb3ab', ink: '#0b4f47' },
    wait2: { fill: '#cdeee9', stroke: '#4f9e93', ink: '#063f38' },
    wait3: { fill: '#00796b', stroke: '#005f54', ink: '#ffffff' },
  },
};

const clockColours: Record<Ground, { fill: string; ink: string }> = {
  dark: { fill: '#d0f5ee', ink: '#063f38' },
  light: { fill: '#063f38', ink: '#ffffff' },
};

const markColours: Record<Ground, { fill: string; ink: string }> = {
  dark: { fill: '#ffffff', ink: '#a30000' },
  light: { fill: '#5c0010', ink: '#ffffff' },
};
