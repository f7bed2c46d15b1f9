import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { partLog } from '#dev/log/part-log.ts';
import { spawnProgram } from '#dev/parts/running.ts';
import { until } from '#dev/parts/until.ts';
import { freePort } from '#dev/ports.ts';
import { startCluster } from '#dev/postgres/cluster.ts';
import { findCli } from '#dev/temporal/find-cli.ts';
import { serverFlags } from '#dev/temporal/server-flags.ts';
import { isAccepting } from '#dev/temporal/server.ts';

const readyLimitMs = 60_000;

/** An empty PostgreSQL and a Temporal server on this machine, thrown away at the end. */
export async function startStores({ clone }: { clone: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'punctual-image-'));
  const name = `image-${process.pid}`;
  const cluster = await startCluster({ clone, name, port: await freePort({ from: 27_000 }) });
  const stopDatabase = async () => {
    await cluster.stop();
    for (const path of [cluster.dataFolder, folder]) rmSync(path, { recursive: true, force: true });
  };
  try {
    await cluster.createDatabase('punctual');
    const port = await freePort({ from: 28_000 });
    const log = partLog('temporal');
    const temporal = spawnProgram({
      command: await findCli(),
      args: serverFlags({ port, file: join(folder, 'temporal.db') }),
      env: process.env,
      log: { ...log, line: log.aside },
    });
    try {
      await until({ running: temporal, limitMs: readyLimitMs, isReady: () => isAccepting(port) });
    } catch (error) {
      await temporal.stop();
      throw error;
    }
    return {
      databaseUrl: cluster.urlOf('punctual'),
      temporalAddress: `127.0.0.1:${port}`,
      stop: async () => {
        await temporal.stop();
        await stopDatabase();
      },
    };
  } catch (error) {
    await stopDatabase();
    throw error;
  }
}
