import { aroundHandlersText } from '../../shared/aroundHandlersText.ts';
import { narrowestPx, packTree, withoutNarrow } from '../../shared/flamePack.ts';
import type { FlameQuery, ToView } from '../../shared/flameWire.ts';
import { runPart, type Report } from '../../shared/report.ts';
import { requestSentences } from '../../shared/requestText.ts';
import type { FlameModel } from './flameModel.ts';

export type ProfileAnswer = Extract<ToView, { type: 'profile' }>;

/** The picture that a saved page shows before its profile is read: the answer to a view's first query. */
export interface FirstPicture {
  query: FlameQuery;
  answer: ProfileAnswer;
}

/** Id of the template that holds the JSON, without `<` and `&`. */
export const firstPictureId = 'picture';

/** Views are drawn no wider, so the picture has enough detail for any of them. */
const widestPx = 1900;

/** @param model null if there are no samples */
export function firstPicture(
  model: FlameModel | null,
  report: Report,
  baseFolder: string,
): FirstPicture {
  const visibility = { areas: ['app' as const], packages: [] };
  const query = { visibility, inverted: false, minShare: narrowestPx / widestPx };
  return { query, answer: profileAnswer(model, report, baseFolder, query) };
}

/** The profile for a view in a saved page, with the tree that it asks for. */
export function profileAnswer(
  model: FlameModel | null,
  report: Report,
  baseFolder: string,
  query: FlameQuery | undefined,
): ProfileAnswer {
  const shown = model?.report ?? report;
  return {
    type: 'profile',
    report: runPart(shown),
    aroundHandlers: aroundHandlersText(shown),
    requestSentences: requestSentences(shown),
    ...(model && query ? { tree: packTree(model.query(query)) } : {}),
    ...(model?.shares() ?? noShares),
    baseFolder,
    isSavedPage: true,
  };
}

/** Answers a query whose picture is part of the first one; null if it is not. */
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
