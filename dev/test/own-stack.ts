import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clearLeftovers } from '#dev/state/pids.ts';

const startLimitMs = 180_000;
const stopLimitMs = 30_000;

export interface OwnStack {
  home: string;
  /** The supervisor's process. */
  pid: number;
  /** Path of the dev.json. */
  facts: string;
  /** Its output. */
  log: () => string;
  stop: () => Promise<void>;
  /** Stops it and removes all its data. */
  remove: () => Promise<void>;
}

/**
 * A whole product of its own, beside one that may be running: `npm start` with another home and free ports.
 * @throws Error with its last lines where it does not become ready
 */
export async function startOwnStack({
  name,
  env = {},
  inherited = process.env,
  isByNpm = false,
}: {
  name: string;
  env?: Record<string, string>;
  /** Hides other stacks: the addresses of another start would count as given parts. */
  inherited?: NodeJS.ProcessEnv;
  /** By `npm start`, as people do it. */
  isByNpm?: boolean;
}): Promise<OwnStack> {
  const home = resolve('.punctual', name);
  mkdirSync(home, { recursive: true });
  const facts = join(home, 'dev.json');
  rmSync(facts, { force: true });
  const logFile = join(home, 'log.txt');
  const [command, args] = isByNpm ? ['npm', ['start']] : [process.execPath, ['dev/start.mjs']];
  const child = spawn(command, args, {
    // Under npm it ends when its parent does, whatever happens to the parent.
    env: {
      // A suite sends requests faster than people do; the tests of the limits set it themselves.
      RATE_LIMIT_SCALE: '1000',
      ...inherited,
      npm_lifecycle_event: 'start',
      PUNCTUAL_HOME: home,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const file = createWriteStream(logFile, { flags: 'a' });
  for (const stream of [child.stdout, child.stderr]) stream.pipe(file, { end: false });
  const { pid } = child;
  if (pid === undefined) throw new Error('Node could not be started.');
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const allWritten = new Promise<void>((done) => child.once('close', () => file.end(done)));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const log = () => readFileSync(logFile, 'utf8');
  const stop = async () => {
    if (hasEnded()) return;
    child.kill('SIGTERM');
    await Promise.race([ended, sleep(stopLimitMs, undefined, { ref: false })]);
    if (!hasEnded()) child.kill('SIGKILL');
    await ended;
    await clearLeftovers({ home });
  };
  if (!(await isReady({ facts, hasEnded }))) {
    await stop();
    await Promise.race([allWritten, sleep(1_000, undefined, { ref: false })]);
    const lastLines = log().split('\n').slice(-30).join('\n');
    removeData(home);
    throw new Error(`The product did not start:\n${lastLines}`);
  }
  const remove = async () => {
    await stop();
    removeData(home);
  };
  return { home, pid, facts, log, stop, remove };
}

/** Waits until the stack has written its facts; false if it ends before, or takes too long. */
async function isReady({ facts, hasEnded }: { facts: string; hasEnded: () => boolean }): Promise<boolean> {
  const end = Date.now() + startLimitMs;
  while (!existsSync(facts)) {
    if (hasEnded() || Date.now() > end) return false;
    await sleep(100);
  }
  return true;
}

function removeData(home: string): void {
  const record = join(home, 'pg');
  try {
    rmSync(readFileSync(record, 'utf8').trim(), { recursive: true, force: true });
  } catch {
    // Its database is in the home itself, or was never created.
  }
  rmSync(home, { recursive: true, force: true });
}
