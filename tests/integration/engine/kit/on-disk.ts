import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { partLog } from '#dev/log/part-log.ts';
import type { Running } from '#dev/parts/part.ts';
import { temporalPart } from '#dev/parts/temporal.ts';
import { freePort } from '#dev/ports.ts';
import { findCli } from '#dev/temporal/find-cli.ts';
import { assertOwnServer, engineServer } from './server-address.ts';

// A Temporal server of the test file's own with its state on disk, as `npm start` has it. Without such a server the
// file's tests are skipped. Import engine-on-disk.ts.

const home = await mkdtemp(join(tmpdir(), 'punctual-on-disk-'));
const running: Running[] = [];
const start = engineServer.address === '' ? undefined : await prepare();
await start?.();

afterAll(async () => {
  await running.at(-1)?.stop();
  await rm(home, { recursive: true, force: true });
});

/** Chooses its address; the returned function starts it, also again on the same state and address. */
async function prepare(): Promise<() => Promise<void>> {
  const port = await freePort();
  const uiPort = await freePort({ from: port + 1 });
  const part = temporalPart({ program: await findCli(), home, port, uiPort, keptRuns: undefined });
  engineServer.address = `127.0.0.1:${port}`;
  return () => {
    const log = partLog('temporal');
    return part.start({ log: { ...log, line: log.aside }, onSpawn: (server) => running.push(server) });
  };
}

/** kill -9 of the server, and a start on the same state. */
export async function killTemporal(): Promise<void> {
  assertOwnServer();
  const server = running.at(-1);
  if (server) process.kill(server.pid, 'SIGKILL');
  await server?.ended;
  await start?.();
}

/** The server stands still while something is done, and goes on afterwards. */
export async function whileSilent(act: () => Promise<void>): Promise<void> {
  assertOwnServer();
  const pid = running.at(-1)?.pid;
  if (pid === undefined) throw new Error('There is no server.');
  process.kill(pid, 'SIGSTOP');
  try {
    await act();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}
