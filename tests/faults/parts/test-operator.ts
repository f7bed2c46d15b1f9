import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join, resolve } from 'node:path';
import type { Running } from '#dev/parts/part.ts';
import { freePort } from '#dev/ports.ts';
import { type Cluster, startCluster } from '#dev/postgres/cluster.ts';
import { buildAll, buildCommands } from '#dev/stack/builds.ts';
import { prepareTemporalOnPostgres } from '#dev/temporal/on-postgres/server.ts';
import { jobInput } from '#domain/job/job.ts';
import { db } from '#server/database/db.server.ts';
import { createJob } from '#server/jobs/create-job.server.ts';
import { runJob } from '#server/jobs/run-job.server.ts';
import { filledIn } from '#tests/contract/filled-compose.ts';
import { downServices, type Place, runService, upServices } from '#tests/faults/as-compose.ts';
import { check, counted, printNote } from '#tests/faults/checks.ts';
import { minuteMs, within } from '#tests/faults/clock.ts';
import { commandsUnder } from '#tests/faults/operator-page.ts';

/** A machine of an operator: its database, its Temporal, web and workers. */
interface Machine {
  place: Place;
  cluster: Cluster;
  temporal: Running;
}

/**
 * The path of a new operator: a running installation from the compose file, a backup following docs/operations.md, an
 * empty machine, the restored backup, and jobs that continue. There is no container engine: each container is a process
 * here.
 */
export async function testOperator(): Promise<void> {
  const folder = resolve('.punctual', `operator-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const tools = newestTools();
  if (!tools) {
    await check('the tools to follow the documentation are installed', () => [
      'No PostgreSQL with pg_dump and pg_restore is installed.',
    ]);
    return;
  }
  const target = await createTarget();
  const stops: (() => Promise<void> | void)[] = [
    () => {
      if (counted().failed > 0) printNote(`The output of the processes is in ${folder}.`);
      else rmSync(folder, { recursive: true, force: true });
    },
    () => void target.server.close(),
  ];
  try {
    await walk({ folder, tools, target, stops });
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

interface Walk {
  folder: string;
  tools: string;
  target: Target;
  stops: (() => Promise<void> | void)[];
}

async function walk({ folder, tools, target, stops }: Walk): Promise<void> {
  const given = filledIn();
  const [postgresPort, webPort] = [await freePort({ from: 24_000 }), await freePort({ from: 25_000 })];
  const clone = process.cwd();
  const webFolder = await buildAll({ clone, isWatching: false });
  await buildCommands({ clone });
  const besides = {
    OUTBOUND_ALLOW_TARGETS: target.host,
    OUTBOUND_ALLOW_TARGETS_IN_PRODUCTION: target.host,
  };
  const machine = (name: string) =>
    startMachine({ name, folder, tools, given, postgresPort, webPort, webFolder, besides, stops });
  const first = await machine('first');
  const migrated = runService({ place: first.place, service: 'migrate' });
  await check('the migrations of the image create the tables of an empty database', () =>
    migrated.code === 0 ? [] : [migrated.said],
  );
  let services = await up(first.place, stops);
  await checkPages(first.place);

  // The use cases of the product run in this process, as the form would have web run them.
  Object.assign(process.env, given, { ...besides, NODE_ENV: 'production', LOG_LEVEL: 'silent' });
  Object.assign(process.env, {
    APP_ORIGIN: first.place.besides['APP_ORIGIN'] ?? `http://127.0.0.1:${webPort}`,
    DATABASE_URL: first.place.databaseUrl,
    TEMPORAL_ADDRESS: first.place.temporalAddress,
  });
  const { jobId, byHand } = await firstJob(target);
  await check('the new installation makes a call', async () =>
    (await endsWell(byHand)) ? [] : ['The manual run did not succeed within 20 s.'],
  );

  const backup = join(folder, 'punctual.dump');
  const backUp = commandsUnder('Back up');
  await check('a backup is taken while the product runs, with the documented command', () =>
    perform({ commands: backUp, place: first.place, tools, postgresPort, file: backup }),
  );
  const backedUpAt = Date.now();
  const instant = Math.ceil((backedUpAt + 1_000) / minuteMs) * minuteMs;
  await check('the job fires at the next minute, after the backup', async () => {
    const isCalled = () => target.instants(jobId).includes(instant);
    const took = await within({ ms: instant - Date.now() + 10_000, isSo: isCalled });
    return took === undefined ? ['The target was not called.'] : [];
  });

  await downServices(services);
  await first.temporal.stop();
  await first.cluster.stop();
  printNote('The first machine is gone; an empty one starts.');
  const second = await machine('second');
  const restore = commandsUnder('Restore');
  await check('the backup is restored into an empty installation with the documented commands', () =>
    perform({ commands: restore, place: second.place, tools, postgresPort, file: backup }),
  );
  services = await up(second.place, stops);
  await checkPages(second.place);
  await check('executions from before the backup are there', async () => {
    const kept = await db().execution.findUnique({ where: { id: byHand } });
    return kept?.outcome === 'success' ? [] : ['The manual run is not in the ledger.'];
  });
  await check('a fire after the backup reads unknown, reason outage, and is not called again', async () => {
    const row = await db().execution.findFirst({ where: { jobId, scheduledFor: new Date(instant) } });
    const calls = target.instants(jobId).filter((at) => at === instant).length;
    return row?.outcome === 'unknown' && row.reason === 'outage' && calls === 1
      ? []
      : [`It reads ${row?.outcome ?? 'nothing'}, ${row?.reason ?? '–'}; ${calls} calls came.`];
  });
  await check('the job fires in the restored installation, each instant once', async () => {
    const from = Date.now();
    const isCalled = () => target.instants(jobId).some((at) => at >= from);
    const took = await within({ ms: minuteMs + 15_000, isSo: isCalled });
    const twice = target.instants(jobId).filter((at, index, all) => all.indexOf(at) !== index);
    if (took === undefined) return ['The target was not called within 75 s.'];
    return twice.map((at) => `${new Date(at).toISOString()} was called twice.`);
  });
}

async function startMachine({
  name,
  folder,
  tools,
  given,
  postgresPort,
  webPort,
  webFolder,
  besides,
  stops,
}: {
  name: string;
  folder: string;
  tools: string;
  given: Record<string, string>;
  postgresPort: number;
  webPort: number;
  webFolder: string;
  besides: Record<string, string>;
  stops: Walk['stops'];
}): Promise<Machine> {
  const cluster = await startCluster({
    clone: process.cwd(),
    name: `operator-${process.pid}-${name}`,
    port: postgresPort,
    programs: tools,
  });
  stops.push(async () => {
    await cluster.stop();
    rmSync(cluster.dataFolder, { recursive: true, force: true });
  });
  await cluster.createDatabase('punctual');
  const ownFolder = join(folder, name);
  mkdirSync(ownFolder);
  const server = await prepareTemporalOnPostgres({
    postgresUrl: cluster.urlOf('postgres'),
    folder: ownFolder,
  });
  const temporal = await server.start();
  stops.push(() => temporal.stop());
  const place = {
    ...{ given, webPort, webFolder, besides },
    databaseUrl: cluster.urlOf('punctual'),
    temporalAddress: server.address,
    logFolder: ownFolder,
  };
  return { place, cluster, temporal };
}

async function up(place: Place, stops: Walk['stops']) {
  const ports = [
    await freePort({ from: 26_000 }),
    await freePort({ from: 26_100 }),
    await freePort({ from: 26_200 }),
  ];
  const services = await upServices({ place, ports });
  stops.push(() => downServices(services));
  return services;
}

async function checkPages({ webPort }: Place): Promise<void> {
  await check('/readyz reports every dependency ready, and the first page loads', async () => {
    const isReady = async () => (await fetch(`http://127.0.0.1:${webPort}/readyz`)).ok;
    const took = await within({ ms: 20_000, isSo: isReady });
    const page = await fetch(`http://127.0.0.1:${webPort}/`);
    return took !== undefined && page.ok
      ? []
      : [`/readyz ${took === undefined ? 'refuses' : 'responds'}, / ${page.status}`];
  });
}

async function firstJob(target: Target): Promise<{ jobId: number; byHand: number }> {
  const { id, tier } = await db().user.create({
    data: {
      issuer: 'https://identity.example.com',
      subject: '1',
      email: 'operator@example.com',
      emailVerified: true,
    },
  });
  const owner = { id, tier };
  const input = jobInput.parse({
    name: 'First job',
    cronExpression: '* * * * *',
    webhookURL: `http://${target.host}/`,
    retryCount: 0,
  });
  const { id: jobId } = await createJob({ owner, input });
  const { executionId } = await runJob({ owner, jobId, trigger: 'manual' });
  return { jobId, byHand: executionId };
}

async function endsWell(executionId: number): Promise<boolean> {
  const isSo = async () =>
    (await db().execution.findUnique({ where: { id: executionId } }))?.outcome === 'success';
  return (await within({ ms: 20_000, isSo })) !== undefined;
}

/**
 * Does what commands of the documentation say. `exec` in the database's container is the program itself, with the way
 * to this database; `run` is a service's process; `up` of the database has happened.
 */
function perform({
  commands,
  place,
  tools,
  postgresPort,
  file,
}: {
  commands: string[];
  place: Place;
  tools: string;
  postgresPort: number;
  file: string;
}): string[] {
  if (commands.length === 0) return ['The documentation gives no command.'];
  const errors: string[] = [];
  for (const command of commands) {
    const [, ofDatabase, way] = /^docker compose exec -T postgres (.+?) ([<>]) \S+$/.exec(command) ?? [];
    const [, service, own] = /^docker compose run --rm (\w+)(?: (.+))?$/.exec(command) ?? [];
    if (ofDatabase) {
      const [program = '', ...args] = ofDatabase.split(' ');
      const handle = openSync(file, way === '>' ? 'w' : 'r');
      const { status, stderr } = spawnSync(join(tools, 'bin', program), args, {
        env: { ...process.env, PGHOST: '127.0.0.1', PGPORT: String(postgresPort) },
        stdio: way === '>' ? ['ignore', handle, 'pipe'] : [handle, 'pipe', 'pipe'],
      });
      closeSync(handle);
      if (status !== 0 || statSync(file).size === 0) errors.push(`${command}: ${String(stderr).slice(-400)}`);
    } else if (service) {
      const { code, said } = runService({ place, service, command: own?.split(' ') });
      if (code !== 0) errors.push(`${command} ended with ${String(code)}: ${said}`);
    } else if (!/^docker compose up -d(?: --wait postgres)?$/.test(command)) {
      errors.push(`${command}: not known here`);
    }
  }
  return errors;
}

interface Target {
  server: Server;
  host: string;
  /** Scheduled instants of a job's arrived calls, in order. */
  instants: (jobId: number) => number[];
}

async function createTarget(): Promise<Target> {
  const ids: string[] = [];
  const server = createServer((request, response) => {
    ids.push(String(request.headers['webhook-id']));
    request.resume().on('end', () => response.end('ok'));
  });
  const port = await freePort({ from: 27_000 });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const instants = (jobId: number) =>
    ids.flatMap((id) => {
      const [, job, seconds] = /^fire_(\d+)_(\d+)$/.exec(id) ?? [];
      return Number(job) === jobId ? [Number(seconds) * 1_000] : [];
    });
  return { server, host: `127.0.0.1:${port}`, instants };
}

/** The newest PostgreSQL of this machine that has all an operator needs. */
function newestTools(): string | undefined {
  const root = '/usr/lib/postgresql';
  const needed = ['initdb', 'postgres', 'pg_dump', 'pg_restore'];
  return (existsSync(root) ? readdirSync(root) : [])
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(root, version))
    .find((folder) => needed.every((program) => existsSync(join(folder, 'bin', program))));
}
