import { formatNumberOf } from './format.ts';
import type { MachineReport, TargetReport } from './report.ts';

/** The short form of a commit's hash. */
export function shortCommit(commit: string): string {
  return commit.slice(0, 7);
}

type Code = Pick<TargetReport, 'commit' | 'branch' | 'modified'>;

/** `commit 1a2b3c4 of main, with changes that are not committed`; empty without git. */
export function commitText({ commit, branch, modified }: Code): string {
  if (commit === undefined) return '';
  const change = {
    no: '',
    'other-files': ', with changes in documents and settings only',
    'source-files': ', with changes that are not committed',
  }[modified ?? 'no'];
  return `commit ${shortCommit(commit)}${branch === undefined ? '' : ` of ${branch}`}${change}`;
}

/** `AMD EPYC 7B13, 4 cores, linux x64`. */
export function machineText({ cpu, cores, platform, arch }: MachineReport): string {
  const words = [cpu, formatNumberOf(cores, 'core'), `${platform} ${arch}`];
  return words.filter((each) => each !== '').join(', ');
}
