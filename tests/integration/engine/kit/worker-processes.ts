import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { inject } from 'vitest';

const running: ChildProcess[] = [];

/**
 * A worker in a separate process, ready to work.
 * @param env settings of this one alone
 */
export async function aWorkerProcess({
  graceSeconds = 1,
  env = {},
}: { graceSeconds?: number; env?: Record<string, string> } = {}): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', new URL('worker-process.ts', import.meta.url).pathname],
    {
      env: {
        ...process.env,
        BUNDLE: inject('workflowBundle'),
        SHUTDOWN_GRACE_SECONDS: String(graceSeconds),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  running.push(child);
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  return child;
}

/** Ends the workers that a test has left running. */
export function killWorkers(): void {
  running.splice(0).forEach((child) => child.kill('SIGKILL'));
}
