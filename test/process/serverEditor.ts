import { lightOptions } from './engineHarness.ts';
import { ServerClient } from './serverClient.ts';

/** An editor that runs in the folder of its argument and says so when it measures, to be killed then. */
const client = new ServerClient();
await client.initialize();
const options = lightOptions(process.argv[2] ?? '', { load: { durationS: 30 } });
const running = client.run(options);
await client.until('measuring', () => client.phases.includes('measuring'));
process.stdout.write('measuring\n');
await running;
