import { runRows } from '../../src/host/runs/runRows.ts';
import { readRunHead, writeRunHead } from '../../src/server/store/runHead.ts';
import { headNow, headOf, listedRun } from '../support/savedHeads.ts';
import { mutateJson, mutateText } from './mutate.ts';
import type { FuzzSubject } from './runFuzz.ts';

/** Heads of saved runs, read and listed as the view of saved runs does it. */
export const runHeads: FuzzSubject = {
  name: 'run heads',
  prepare() {
    const whole = writeRunHead(headOf(3, { name: 'before', failure: 'It hangs.' }));
    return {
      async try(random) {
        const text = random.chance(0.7)
          ? JSON.stringify(mutateJson(JSON.parse(whole), random))
          : mutateText(whole, random);
        const head = readRunHead(text);
        if (head === null) throw new Error('It is passed over.');
        const runs = [listedRun(1), listedRun(3, head)];
        runRows(runs, headNow);
        return Promise.resolve();
      },
      end: () => undefined,
    };
  },
};
