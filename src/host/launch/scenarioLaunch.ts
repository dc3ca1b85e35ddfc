import type { ScenarioSummary } from '../../shared/scenario.ts';
import type { FoundLaunches, Launch } from './launch.ts';

/**
 * How a scenario's server is started: by its own command, or by the found launch that it names.
 * Null if it names none, `unknown` if nothing was found under that name.
 */
export function scenarioLaunch(
  { name, launch }: ScenarioSummary,
  found: FoundLaunches,
): Launch | null | 'unknown' {
  switch (launch?.kind) {
    case undefined:
      return null;
    case 'named':
      return found.launches.find((each) => isCalled(each, launch.name)) ?? 'unknown';
    case 'command':
      return {
        origin: 'scenario',
        label: name,
        command: launch.command,
        cwd: launch.cwd,
        env: launch.env,
        preLaunchTask: null,
        why: 'command of the scenario',
      };
  }
}

/** `start`, `npm start` and `npm run start` name one script, and so do `api: start` and `api: npm run start`. */
function isCalled({ origin, label }: Launch, name: string): boolean {
  if (label === name) return true;
  const script = (text: string) => text.replace(/^(.+: )?(npm|yarn|pnpm) (run )?/, '$1');
  return origin === 'script' && script(label) === script(name);
}
