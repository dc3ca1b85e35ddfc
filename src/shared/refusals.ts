import { failure, type Failure } from './failure.ts';

/** Reasons for not starting or ending a run that have nothing to do with the server. */

export function cancelled(): Failure {
  return failure('cancelled', 'The run was cancelled.');
}

export function alreadyRunning(): Failure {
  return failure('already-running', 'Another run is under way; wait for its end or stop it first.');
}

export function untrustedWorkspace(): Failure {
  return failure(
    'untrusted-workspace',
    'This workspace is not trusted, so its server is not started; trust the workspace and run again.',
  );
}
