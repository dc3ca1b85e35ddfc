import { InspectedProcess } from './inspectedProcess.ts';

/**
 * A program of its own, which the guard starts where the engine has died while it was attached:
 * closes the inspector at the url that is its only argument. Started for nothing, it does nothing.
 */
InspectedProcess.connect(process.argv[2] ?? '')
  .then((inspected) => inspected.closeInspector())
  .catch(() => {
    // The process has ended, or its inspector is closed already.
  });
