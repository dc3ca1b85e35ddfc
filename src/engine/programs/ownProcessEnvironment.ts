/**
 * Environment for Hotframe's own processes. A debugger or loader in NODE_OPTIONS is meant for the
 * user's programs, not for these.
 */
export function ownProcessEnvironment(): NodeJS.ProcessEnv {
  const environment = { ...process.env };
  delete environment['NODE_OPTIONS'];
  delete environment['NODE_CHANNEL_FD'];
  return environment;
}
