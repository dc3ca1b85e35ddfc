import type { FunctionReport } from '../../shared/report.ts';
import type { FunctionRef, WhySubject } from '../../shared/whyWire.ts';
import type { EditorFiles } from '../lines/editorFiles.ts';
import type { HotLines } from '../lines/hotLines.ts';
import type { LoadedProfile } from '../profile/loadedProfile.ts';

export type FoundSubject =
  | { kind: 'function'; report: FunctionReport }
  /** Known by name, but without samples. */
  | { kind: 'unsampled'; of: FunctionRef }
  | { kind: 'none' };

/** The function of the profile that the request is about. */
export function findSubject(
  subject: WhySubject,
  shown: LoadedProfile,
  files: EditorFiles,
  hotLines: HotLines,
): FoundSubject {
  switch (subject.kind) {
    case 'function':
      return byRef(subject.of, shown);
    case 'frame': {
      const ran = shown.profile.functions[subject.functionId];
      return ran ? byRef(ran, shown) : { kind: 'none' };
    }
    case 'line':
      return byLine(subject, shown, files, hotLines);
    case 'none':
      return { kind: 'none' };
  }
}

/** The same function or the nearest with its name: the request may be about an earlier run. */
function byRef(of: FunctionRef, { report }: LoadedProfile): FoundSubject {
  const lines = (each: FunctionReport) => Math.abs(each.line - of.line);
  // Two callbacks on a line may share a name.
  const columns = (each: FunctionReport) => Math.abs(each.column - of.column);
  const [nearest] = report.functions
    .filter(({ file, name }) => file === of.file && name === of.name)
    .sort((a, b) => lines(a) - lines(b) || columns(a) - columns(b));
  return nearest ? { kind: 'function', report: nearest } : { kind: 'unsampled', of };
}

function byLine(
  { uri, line }: { uri: string; line: number },
  shown: LoadedProfile,
  files: EditorFiles,
  hotLines: HotLines,
): FoundSubject {
  const found = files.find(uri);
  if (!found) return { kind: 'none' };
  const marked = hotLines.of(found).find((hot) => hot.line === line)?.marked[0];
  if (marked) return { kind: 'function', report: marked };
  const ids = hotLines.functionsAt(uri, line);
  const [hottest] = ids
    .map((id) => byRef(shown.profile.functions[id]!, shown))
    .filter((each) => each.kind === 'function')
    .sort((a, b) => b.report.self - a.report.self);
  if (hottest) return hottest;
  const ran = shown.profile.functions[ids[0] ?? -1];
  return ran ? { kind: 'unsampled', of: ran } : { kind: 'none' };
}
