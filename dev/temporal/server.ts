import { connect } from 'node:net';
import { partLog } from '#dev/log/part-log.ts';
import { spawnProgram } from '#dev/parts/running.ts';
import { until } from '#dev/parts/until.ts';
import { freePort } from '#dev/ports.ts';
import { findCli } from './find-cli.ts';
import { serverFlags } from './server-flags.ts';

const readyLimitMs = 30_000;

export interface TemporalServer {
  address: string;
  stop: () => Promise<void>;
}

/** A Temporal server of one's own, in memory, on any free port: for tests. */
export async function startTemporal(): Promise<TemporalServer> {
  const port = await freePort();
  const log = { ...partLog('temporal'), line: () => {} };
  const server = spawnProgram({
    command: await findCli(),
    args: serverFlags({ port }),
    env: process.env,
    log,
  });
  try {
    await until({ running: server, limitMs: readyLimitMs, isReady: () => isAccepting(port) });
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { address: `127.0.0.1:${port}`, stop: server.stop };
}

/** Reports whether something on 127.0.0.1 takes connections on the port. */
export function isAccepting(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
}
