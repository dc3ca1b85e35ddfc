import type * as Inspector from 'node:inspector';
import { writeWatched } from '../files/watchedFile.ts';

/** Bytes between two samples. At 1 GB a second they are 30,000 a second, which V8 keeps until the end. */
const intervalBytes = 32_768;

/**
 * Samples in the target which functions allocate on this thread's heap, what is collected at once
 * included (from Node.js 20 on). V8 books code that was inlined on the function around it, and so
 * inlining must be off: {@link endInlining}.
 */
export class HeapSampler {
  readonly #session: Inspector.Session;

  constructor(inspector: typeof Inspector) {
    this.#session = new inspector.Session();
    this.#session.connect();
    this.#session.post('HeapProfiler.startSampling', {
      samplingInterval: intervalBytes,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    });
  }

  end(file: string): void {
    this.#session.post('HeapProfiler.stopSampling', (error, result) => {
      if (error) return;
      writeWatched(file, JSON.stringify(result.profile.head));
    });
    this.#session.disconnect();
  }
}

/** Before any code of the server is compiled. */
export function endInlining(v8: { setFlagsFromString(flag: string): void }): void {
  v8.setFlagsFromString('--max-inlined-bytecode-size=0');
}
