import { InspectedProcess } from './inspectedProcess.ts';

/**
 * A program that closes the inspector at the URL in its only argument. The guard starts it if the
 * engine dies while attached. It does nothing if the inspector is closed already.
 */
InspectedProcess.connect(process.argv[2] ?? '')
  .then((inspected) => inspected.closeInspector())
  .catch(() => {});
