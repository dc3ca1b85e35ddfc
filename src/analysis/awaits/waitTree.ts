import type { LearnedWait } from '../../shared/learningWire.ts';
import type { WaitFrame } from '../../shared/requestTimes.ts';
import type { ContextStacks } from './contextStacks.ts';
import type { LearnedWork } from './learnedWork.ts';

/** Narrower frames can't be seen in a picture of the whole. */
const minShare = 0.0005;

/**
 * All waits of all requests as a tree: below the user's functions that led to a wait, what it waits for.
 *
 * @param sampled number of requests that were followed
 * @param scale from the milliseconds that were learned to those of the measured window
 */
export function waitTree(
  { requests }: Pick<LearnedWork, 'requests'>,
  stacks: ContextStacks,
  sampled: number,
  scale: number,
): WaitFrame {
  const root = new Frame({ name: '(all)', file: '', line: 0, column: 0, wait: null });
  requests.forEach((followed, thread) => {
    for (const wait of followed?.waits ?? []) {
      const ms = (wait.ms.reduce((sum, each) => sum + each, 0) / sampled) * scale;
      const path = pathOf(root, stacks.of(thread, wait.context), wait, stacks);
      for (const frame of path) frame.add(ms, wait.ms.length / sampled);
    }
  });
  return root.toJson(root.ms * minShare);
}

/** The frames from the root to the leaf of a wait. */
function pathOf(
  root: Frame,
  stack: readonly number[],
  { kind, target }: LearnedWait,
  stacks: ContextStacks,
): Frame[] {
  const path = [root];
  let at = root;
  for (const each of stack) {
    const { functionName: name, file, line, column } = stacks.line(each);
    at = at.child(stacks.keyOf(each), { name, file, line, column, wait: null });
    path.push(at);
  }
  const { file, line, column } = at.own;
  path.push(at.child(`${kind} ${target}`, { name: target, file, line, column, wait: kind }));
  return path;
}

type OwnFields = Omit<WaitFrame, 'ms' | 'perRequest' | 'children'>;

class Frame {
  ms = 0;
  #perRequest = 0;
  readonly #children = new Map<string, Frame>();

  constructor(readonly own: OwnFields) {}

  child(key: string, own: OwnFields): Frame {
    let child = this.#children.get(key);
    if (!child) this.#children.set(key, (child = new Frame(own)));
    return child;
  }

  add(ms: number, times: number): void {
    this.ms += ms;
    this.#perRequest += times;
  }

  toJson(minMs: number): WaitFrame {
    const children = [...this.#children.values()]
      .filter(({ ms }) => ms > 0 && ms >= minMs)
      .sort((a, b) => b.ms - a.ms)
      .map((child) => child.toJson(minMs));
    return { ...this.own, ms: this.ms, perRequest: this.#perRequest, children };
  }
}
