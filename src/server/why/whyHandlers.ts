import type { AnswerOf, RequestOf } from '../../shared/lspWire.ts';
import type { EditorFiles } from '../lines/editorFiles.ts';
import type { HotLines } from '../lines/hotLines.ts';
import type { CurrentProfile } from '../profile/currentProfile.ts';
import { findSubject } from './findSubject.ts';
import { whyOf } from './functionWhy.ts';

/** Answers what V8 did with a function of the shown profile. */
export class WhyHandlers {
  constructor(
    private readonly currentProfile: CurrentProfile,
    private readonly files: EditorFiles,
    private readonly hotLines: HotLines,
  ) {}

  readonly why = ({ subject }: RequestOf<'why'>): AnswerOf<'why'> => {
    const shown = this.currentProfile.current;
    if (!shown) return { why: { kind: 'no-profile' } };
    const found = findSubject(subject, shown, this.files, this.hotLines);
    const why = whyOf(shown, found, ({ file, line }) => {
      const placed = this.files.find(this.files.uriOf(file))?.placed;
      return placed?.isStale(line) ?? false;
    });
    return { why };
  };
}
