import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { partLog } from '#dev/log/part-log.ts';
import type { Running } from '#dev/parts/part.ts';
import { spawnProgram } from '#dev/parts/running.ts';
import { until } from '#dev/parts/until.ts';
import { freePort } from '#dev/ports.ts';
import { type Cluster, startCluster } from '#dev/postgres/cluster.ts';
import { findCli } from '#dev/temporal/find-cli.ts';
import { prepareTemporalOnPostgres } from '#dev/temporal/on-postgres/server.ts';
import { isAccepting } from '#dev/temporal/server.ts';
import { serverFlags } from '#dev/temporal/server-flags.ts';
import { applyMigrations } from '#prisma/apply-migrations.ts';
import { nodeFlags } from '#server/node-flags.ts';
import { writeBundle } from '#worker/bundle.ts';
import { say } from './say.ts';

const readyLimitMs = 60_000;
const open = new Set<() => Promise<void>>();

export type Store = 'sqlite' | 'postgres';

export interface BenchWorker {
  /** Name of the process; `worker` if omitted. */
  name?: string;
  /** Jobs fire once a period, in milliseconds; without it, by their cron. */
  periodMs?: number;
  /** No job fires before this instant, in UTC milliseconds. */
  notBefore?: number;
  /** Time for calls in flight after SIGTERM; a second if omitted. */
  shutdownMs?: number;
}

export interface BenchStack {
  targetUrl: string;
  databaseUrl: string;
  /** Data folder of PostgreSQL. */
  dataFolder: string;
  folder: string;
  /** Starts a Node script as a process that ends with the stack. */
  spawnNode: (node: { name: string; script: string; env?: Record<string, string> }) => Running;
  spawn: (program: { name: string; command: string; args: string[] }) => Running;
  /** Starts the product's worker. */
  spawnWorker: (worker?: BenchWorker) => Running;
  /** Process ids of all running parts, by name. */
  running: Map<string, number>;
  stop: () => Promise<void>;
}

/**
 * Starts PostgreSQL, Temporal and a target as separate processes, and removes them at the end.
 * @param store Temporal's storage: as in `npm start`, or as in clusters
 * @param settings PostgreSQL settings besides the defaults
 * @param keptRuns runs that Temporal on SQLite keeps in memory; as in `npm start` if omitted
 */
export async function startStack({
  store,
  settings = [],
  keptRuns,
}: {
  store: Store;
  settings?: string[];
  keptRuns?: number;
}): Promise<BenchStack> {
  const folder = await mkdtemp(join(tmpdir(), 'punctual-bench-'));
  const running = new Map<string, number>();
  const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  let stopping: Promise<void> | undefined;
  const stop = () =>
    (stopping ??= (async () => {
      for (const end of stops.reverse()) await end();
      open.delete(stop);
    })());
  open.add(stop);
  const keep = (name: string, child: Running) => {
    running.set(name, child.pid);
    stops.push(child.stop);
    return child;
  };
  const spawn = ({
    env = {},
    ...program
  }: Parameters<BenchStack['spawn']>[0] & { env?: Record<string, string> }) =>
    keep(
      program.name,
      spawnProgram({
        ...program,
        env: { ...process.env, ...env },
        // Writing a CPU profile at the end takes a while.
        ...(process.env.BENCH_PROFILE && { politeMs: 60_000 }),
        log: program.command === process.execPath ? ownLog(program.name) : quietLog(program.name),
      }),
    );
  const spawnNode: BenchStack['spawnNode'] = ({ name, script, env = {} }) => {
    const own = /^(?:web|worker)\b/.test(name) ? nodeFlags : [];
    const flags = process.env.BENCH_NODE_FLAGS?.split(' ').filter(Boolean) ?? [];
    const loader = script.endsWith('.ts') ? ['--import', 'tsx'] : [];
    const args = [...own, ...flags, ...profileFlags(name), ...loader, script];
    return spawn({ name, command: process.execPath, args, env });
  };

  try {
    const cluster = await startCluster({
      clone: process.cwd(),
      name: `bench-${process.pid}`,
      port: await freePort(),
      settings,
    });
    running.set('postgres', cluster.process.pid ?? 0);
    stops.push(() => rm(cluster.dataFolder, { recursive: true, force: true }), cluster.stop);
    await cluster.createDatabase('punctual');
    await applyMigrations({ databaseUrl: cluster.urlOf('punctual') });

    const temporal =
      store === 'postgres' ? await onPostgres({ cluster, folder }) : await onSqlite({ folder, keptRuns });
    keep('temporal', temporal.server);

    const port = await freePort();
    const target = spawnNode({
      name: 'target',
      script: 'bench/target/main.ts',
      env: { TARGET_PORT: String(port) },
    });
    await until({ running: target, limitMs: readyLimitMs, isReady: () => isAccepting(port) });
    const targetUrl = `http://127.0.0.1:${port}`;

    const bundle = join(folder, 'workflows.js');
    await writeBundle({ to: bundle });
    const programs = join('build', `bench-${process.pid}`);
    stops.push(() => rm(programs, { recursive: true, force: true }));
    await buildWorker({ folder: programs });
    const spawnWorker: BenchStack['spawnWorker'] = ({
      name = 'worker',
      periodMs,
      notBefore = 0,
      shutdownMs = 1_000,
    } = {}) =>
      spawnNode({
        name,
        script: join(programs, 'bench-worker.js'),
        env: {
          BUNDLE: bundle,
          SHUTDOWN_MS: String(shutdownMs),
          ...(periodMs && { PERIOD_MS: String(periodMs), NOT_BEFORE: String(notBefore) }),
        },
      });
    const databaseUrl = cluster.urlOf('punctual');
    Object.assign(process.env, {
      NODE_ENV: 'development',
      DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: temporal.address,
      DATA_KEYS: `bench:${Buffer.alloc(32, 1).toString('base64')}`,
      KEY_PEPPERS: `bench:${Buffer.alloc(32, 2).toString('base64')}`,
      OUTBOUND_ALLOW_TARGETS: new URL(targetUrl).host,
      LOG_LEVEL: 'error',
    });
    return {
      targetUrl,
      databaseUrl,
      dataFolder: cluster.dataFolder,
      folder,
      spawnNode,
      spawn,
      spawnWorker,
      running,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Ends all processes: they lead process groups, which no terminal signal reaches. */
export async function stopStacks(): Promise<void> {
  await Promise.all([...open].map((stop) => stop()));
}

/** Builds the bench's worker like the product's, into a folder from which its packages resolve. */
async function buildWorker({ folder }: { folder: string }) {
  await build({
    configFile: 'worker/vite.config.ts',
    logLevel: 'warn',
    build: { outDir: folder, rollupOptions: { input: { 'bench-worker': 'bench/worker.ts' } } },
  });
}

async function onSqlite({ folder, keptRuns }: { folder: string; keptRuns: number | undefined }) {
  const port = await freePort();
  const server = spawnProgram({
    command: await findCli(),
    args: serverFlags({ port, file: join(folder, 'temporal.db'), ...(keptRuns && { keptRuns }) }),
    env: process.env,
    log: quietLog('temporal'),
  });
  await until({ running: server, limitMs: readyLimitMs, isReady: () => isAccepting(port) });
  return { server, address: `127.0.0.1:${port}` };
}

async function onPostgres({ cluster, folder }: { cluster: Cluster; folder: string }) {
  const { address, start } = await prepareTemporalOnPostgres({
    postgresUrl: cluster.urlOf('postgres'),
    folder,
  });
  return { address, server: await start() };
}

/** Prints a server's log only if it does not start: on a busy machine servers repeat the same complaint. */
function quietLog(name: string) {
  const log = partLog(name);
  return { ...log, line: log.aside };
}

/** Prints our processes' standard error, and their log lines from level error on. */
function ownLog(name: string) {
  const log = partLog(name);
  return { ...log, line: (text: string) => say(`${name}: ${text.slice(0, 300)}`) };
}

/** BENCH_PROFILE names a folder, in which each of our processes leaves a CPU profile. */
function profileFlags(name: string): string[] {
  const folder = process.env.BENCH_PROFILE;
  return folder ? ['--cpu-prof', '--cpu-prof-interval=1000', `--cpu-prof-dir=${join(folder, name)}`] : [];
}
