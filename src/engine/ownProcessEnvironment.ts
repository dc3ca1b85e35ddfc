/**
 * Environment for the processes that belong to Hotframe itself: a debugger or a loader in
 * NODE_OPTIONS is meant for the user's programs, not for these.
 */
export function ownProcessEnvironment(): NodeJS.ProcessEnv {
  const environment = { ...process.env };
  delete environment['NODE_OPTIONS'];
  delete environment['NODE_CHANNEL_FD'];
  return environment;
}
