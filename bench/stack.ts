import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { partLog } from '#dev/log/part-log.ts';
import type { Running } from '#dev/parts/part.ts';
import { spawnProgram } from '#dev/parts/running.ts';
import { answers, until } from '#dev/parts/until.ts';
import { freePort } from '#dev/ports.ts';
import { startCluster } from '#dev/postgres/cluster.ts';
import { findCli } from '#dev/temporal/find-cli.ts';
import { accepts } from '#dev/temporal/server.ts';
import { serverFlags } from '#dev/temporal/server-flags.ts';
import { applyMigrations } from '#prisma/apply-migrations.ts';
import { writeBundle } from '#worker/bundle.ts';

const readyLimitMs = 60_000;

export interface BenchStack {
  echoUrl: string;
  /** A bundle of the product's workflows. */
  bundle: string;
  folder: string;
  spawnNode: (node: { name: string; script: string; env?: Record<string, string> }) => Running;
  stop: () => Promise<void>;
}

/** PostgreSQL, Temporal and an echo target as `npm start` runs them, each a process of its own, thrown away at the end. */
export async function startStack(): Promise<BenchStack> {
  const folder = await mkdtemp(join(tmpdir(), 'punctual-bench-'));
  const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const end of stops.reverse()) await end();
  };
  const spawnNode: BenchStack['spawnNode'] = ({ name, script, env = {} }) => {
    const log = partLog(name);
    const args = ['--import', 'tsx', script];
    const child = spawnProgram({ command: process.execPath, args, env: { ...process.env, ...env }, log });
    stops.push(child.stop);
    return child;
  };

  const cluster = await startCluster({
    clone: process.cwd(),
    name: `bench-${process.pid}`,
    port: await freePort(),
  });
  stops.push(() => rm(cluster.dataFolder, { recursive: true, force: true }), cluster.stop);
  await cluster.createDatabase('punctual');
  await applyMigrations({ databaseUrl: cluster.urlOf('punctual') });

  const port = await freePort();
  const temporal = spawnProgram({
    command: await findCli(),
    args: serverFlags({ port, file: join(folder, 'temporal.db') }),
    env: process.env,
    log: partLog('temporal'),
  });
  stops.push(temporal.stop);
  await until({ running: temporal, limitMs: readyLimitMs, isReady: () => accepts(port) });

  const echoPort = await freePort();
  const echoUrl = `http://127.0.0.1:${echoPort}`;
  const echo = spawnNode({ name: 'echo', script: 'dev/echo/main.ts', env: { ECHO_PORT: String(echoPort) } });
  await until({ running: echo, limitMs: readyLimitMs, isReady: () => answers(echoUrl) });

  const bundle = join(folder, 'workflows.js');
  await writeBundle({ to: bundle });
  Object.assign(process.env, {
    NODE_ENV: 'development',
    DATABASE_URL: cluster.urlOf('punctual'),
    TEMPORAL_ADDRESS: `127.0.0.1:${port}`,
    DATA_KEYS: `bench:${Buffer.alloc(32, 1).toString('base64')}`,
    KEY_PEPPERS: `bench:${Buffer.alloc(32, 2).toString('base64')}`,
    OUTBOUND_ALLOW_TARGETS: new URL(echoUrl).host,
    LOG_LEVEL: 'warn',
  });
  return { echoUrl, bundle, folder, spawnNode, stop };
}
