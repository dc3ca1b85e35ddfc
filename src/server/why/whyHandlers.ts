import type { WhyAnswer, WhyRequest } from '../../shared/lspWire.ts';
import type { EditorFiles } from '../lines/editorFiles.ts';
import type { HotLines } from '../lines/hotLines.ts';
import type { CurrentProfile } from '../currentProfile.ts';
import { findSubject } from './findSubject.ts';
import { whyOf } from './functionWhy.ts';

/** Says of a function of the profile that is shown what V8 did with it. */
export class WhyHandlers {
  constructor(
    private readonly currentProfile: CurrentProfile,
    private readonly files: EditorFiles,
    private readonly hotLines: HotLines,
  ) {}

  readonly why = ({ subject }: WhyRequest): WhyAnswer => {
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
