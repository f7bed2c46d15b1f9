import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PartLog } from '#dev/log/part-log.ts';
import { signalGroup } from '#dev/state/pids.ts';
import type { Running } from './part.ts';

/** Watches a child that leads a process group of its own. */
export function running({
  child,
  signal = 'SIGTERM',
  politeMs,
}: {
  child: ChildProcess;
  signal?: NodeJS.Signals;
  politeMs: number;
}): Running {
  const { pid } = child;
  if (pid === undefined) throw new Error('The program could not be started.');
  let hasEnded = false;
  const ended = new Promise<string>((done) => {
    child.once('exit', (code, bySignal) => {
      hasEnded = true;
      // Its children may outlive it.
      signalGroup({ pid, signal: 'SIGKILL' });
      done(bySignal ? `ended by ${bySignal}` : `ended with ${code ?? 'no code'}`);
    });
  });
  return {
    pid,
    ended,
    hasEnded: () => hasEnded,
    stop: async () => {
      if (hasEnded) return;
      signalGroup({ pid, signal });
      if (await Promise.race([ended.then(() => true), sleep(politeMs, false, { ref: false })])) return;
      signalGroup({ pid, signal: 'SIGKILL' });
      await ended;
    },
  };
}

/** Starts a program in a process group of its own: Ctrl-C in a terminal reaches the supervisor alone. */
export function spawnProgram({
  command,
  args,
  env,
  log,
  politeMs = 3_000,
}: {
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  log: PartLog;
  politeMs?: number;
}): Running {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  child.on('error', (error) => log.line(error.message));
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', log.line);
  return running({ child, politeMs });
}
