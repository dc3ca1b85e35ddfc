import { narrowestPx, packTree, withoutNarrow } from '../../shared/flamePack.ts';
import type { FlameQuery, ToView } from '../../shared/flameWire.ts';
import { runPart, type Report } from '../../shared/report.ts';
import type { FlameOwner } from './flameOwner.ts';

export type ProfileAnswer = Extract<ToView, { type: 'profile' }>;

/** What a saved page shows before its profile is read: the answer to the question that a view begins with. */
export interface FirstPicture {
  query: FlameQuery;
  answer: ProfileAnswer;
}

/** Of JSON without `<` and `&`, as the text of a template. */
export const firstPictureId = 'picture';

/** A picture is never wider, so any view's is found in it. */
const widestPx = 1900;

/** @param owner null where there are no samples */
export function firstPicture(
  owner: FlameOwner | null,
  report: Report,
  baseFolder: string,
): FirstPicture {
  const visibility = { areas: ['app' as const], packages: [] };
  const query = { visibility, inverted: false, minShare: narrowestPx / widestPx };
  return { query, answer: profileAnswer(owner, report, baseFolder, query) };
}

/** The profile for a view inside a saved page, with the tree that it asks for. */
export function profileAnswer(
  owner: FlameOwner | null,
  report: Report,
  baseFolder: string,
  query: FlameQuery | undefined,
): ProfileAnswer {
  return {
    type: 'profile',
    report: runPart(owner?.report ?? report),
    ...(owner && query ? { tree: packTree(owner.query(query)) } : {}),
    ...(owner?.shares() ?? noShares),
    baseFolder,
    isSavedPage: true,
  };
}

/** The answer to a question whose picture is part of the first; null where it is not. */
export function firstAnswer(
  { query, answer }: FirstPicture,
  asked: FlameQuery,
): ProfileAnswer | null {
  const isPart = pictureOf(asked) === pictureOf(query) && asked.minShare >= query.minShare;
  if (!isPart) return null;
  return answer.tree ? { ...answer, tree: withoutNarrow(answer.tree, asked.minShare) } : answer;
}

function pictureOf({ visibility, inverted, processes, rootId }: FlameQuery): string {
  return JSON.stringify([visibility.areas, visibility.packages, inverted, processes, rootId]);
}

const noShares = {
  areaShares: { app: 0, deps: 0, core: 0, wasm: 0, v8: 0, native: 0, gc: 0 },
  packageShares: {},
};
