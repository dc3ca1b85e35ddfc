import { formatShare } from '../../shared/format.ts';
import type { Profile, ProfileFunction } from '../profile/profile.ts';

/** Below this share of the time, no note is given. */
const minShare = 0.01;

type IsOf = (fn: ProfileFunction) => boolean;

/** Without a view cache, Express makes a view for each request; a cached one is only rendered. */
const isExpressView: IsOf = ({ package: name, file, name: fn }) =>
  name === 'express' &&
  /[\\/]lib[\\/]view\.js$/.test(file) &&
  /^(?:View|lookup|resolve|tryStat)$/.test(fn);

const isTemplateCompiler: IsOf = ({ package: name, file, name: fn }) =>
  /^(?:ejs|eta|handlebars|nunjucks|pug(?:-[\w-]+)?)$/.test(name) &&
  /compil|pars|lexer/i.test(`${fn} ${file.replace(/^.*node_modules[\\/]/, '')}`);

const isNextDev: IsOf = ({ package: name, file }) =>
  name === 'next' && /[\\/]server[\\/](?:dev[\\/]|lib[\\/]router-utils[\\/]setup-dev)/.test(file);

const isVite: IsOf = ({ package: name }) => name === 'vite';

const isReactDevelopment: IsOf = ({ area, file }) =>
  area === 'deps' && /[\\/]react[\w.-]*\.development\.js$/.test(file);

/**
 * Says that the server runs in development mode if the samples show it: frameworks then do work on
 * each request that they don't do in production.
 * @param nodeEnv the server's NODE_ENV, empty if not set, null if unknown
 */
export function developmentNotes(profile: Profile, nodeEnv: string | null): string[] {
  if (nodeEnv === null || nodeEnv === 'production') return [];
  const share = (isOf: IsOf): number => shareWith(profile, isOf);
  // The value may be private, so no word but this one is repeated.
  const value = nodeEnv === '' ? 'not set' : nodeEnv === 'development' ? nodeEnv : 'not production';
  const note = (what: string, next: string): string[] => [
    `The server runs in development mode (NODE_ENV is ${value}): ${what}. ${next}`,
  ];
  const start = 'Start it with NODE_ENV=production to measure what users get.';
  if (share(isNextDev) >= minShare) {
    return note(
      'Next.js compiles pages when they are asked for and runs the development build of React',
      'Measure `next start` after `next build`.',
    );
  }
  if (share(isVite) >= minShare) {
    return note(
      'the development server of Vite transforms modules when they are asked for',
      'Build the server and measure what was built.',
    );
  }
  const views = share((fn) => isExpressView(fn) || isTemplateCompiler(fn));
  const react = share(isReactDevelopment);
  const express = share(isTemplateCompiler) > 0 ? `${lookup} and compiles its template` : lookup;
  const work = share(isExpressView) > 0 ? express : 'templates are compiled';
  return [
    ...(views < minShare
      ? []
      : note(`${work} anew for each request, which took ${formatShare(views)} of the time`, start)),
    ...(react < minShare
      ? []
      : note(`React runs its slower development build, ${formatShare(react)} of the time`, start)),
  ];
}

const lookup = 'Express looks each view up';

/** Share of on-CPU samples with such a function anywhere on the stack. */
function shareWith({ functions, frames, nodes, samples }: Profile, isOf: IsOf): number {
  const isWanted = functions.map(isOf);
  if (!isWanted.includes(true)) return 0;
  const isBelow = new Uint8Array(nodes.parent.length);
  // A parent comes before its children.
  for (let node = 0; node < isBelow.length; node++) {
    const frame = nodes.frame[node]!;
    const parent = nodes.parent[node]!;
    const isOne = frame >= 0 && isWanted[frames.function[frame]!];
    isBelow[node] = isOne || (parent >= 0 && isBelow[parent] === 1) ? 1 : 0;
  }
  let [found, onCpu] = [0, 0];
  for (const node of samples.node) {
    if (node < 0) continue;
    onCpu += 1;
    found += isBelow[node]!;
  }
  return onCpu === 0 ? 0 : found / onCpu;
}
