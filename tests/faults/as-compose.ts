import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { compose, environmentOf } from '#tests/contract/filled-compose.ts';
import { within } from './clock.ts';

// Our own services of docker-compose.yml, as processes: the same commands, environments and checks. Only addresses and
// ports differ from those of a container.

const healthyLimitMs = 45_000;
const stopLimitMs = 45_000;

export interface Place {
  /** `.env`, filled in. */
  given: Record<string, string>;
  databaseUrl: string;
  temporalAddress: string;
  webPort: number;
  /** Folder of the built web process, which the image has as build/web. */
  webFolder: string;
  /** Additional settings of the machine. */
  besides: Record<string, string>;
  /** Folder for the output of the processes. */
  logFolder: string;
}

interface RunningService {
  name: string;
  child: ChildProcess;
}

function environment({
  place,
  service,
  metricsPort,
}: {
  place: Place;
  service: string;
  metricsPort: number;
}): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    ...environmentOf({ service, given: place.given }),
    APP_ORIGIN: `http://127.0.0.1:${place.webPort}`,
    HOST: '127.0.0.1',
    PORT: String(place.webPort),
    METRICS_PORT: String(metricsPort),
    DATABASE_URL: place.databaseUrl,
    TEMPORAL_ADDRESS: place.temporalAddress,
    ...place.besides,
  };
}

/** A command of the image as one of this clone. */
function hereOf({ place, command }: { place: Place; command: string[] }): string[] {
  return command.map((arg) => arg.replace(/^build\/web(?=\/)/, place.webFolder));
}

/** `docker compose run --rm SERVICE [COMMAND...]`: @returns its last lines and its exit code. */
export function runService({
  place,
  service,
  command = compose.services[service]?.command ?? [],
}: {
  place: Place;
  service: string;
  command?: string[] | undefined;
}): { code: number | null; said: string } {
  const [program = '', ...args] = hereOf({ place, command });
  const { status, stdout, stderr } = spawnSync(program, args, {
    env: environment({ place, service, metricsPort: 0 }),
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { code: status, said: `${stdout}${stderr}`.trim().slice(-600) };
}

/** `docker compose up -d --wait` of web and worker, as many as the file says. @throws Error: one does not become healthy */
export async function upServices({
  place,
  ports,
}: {
  place: Place;
  ports: number[];
}): Promise<RunningService[]> {
  mkdirSync(place.logFolder, { recursive: true });
  const wanted = ['web', 'worker'].flatMap((name) =>
    Array.from({ length: compose.services[name]?.deploy?.replicas ?? 1 }, () => name),
  );
  const started: RunningService[] = [];
  try {
    const healths = wanted.map((name, index) => {
      const metricsPort = ports[index] ?? 0;
      const command = compose.services[name]?.command ?? [];
      const [program = '', ...args] = hereOf({ place, command });
      const child = spawn(program, args, {
        env: environment({ place, service: name, metricsPort }),
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) =>
          appendFileSync(join(place.logFolder, `${name}-${index}.txt`), chunk),
        );
      started.push({ name, child });
      return { name, child, metricsPort };
    });
    for (const one of healths) {
      const took = await within({ ms: healthyLimitMs, isSo: () => isHealthy({ ...one, place }) });
      if (took === undefined) throw new Error(`${one.name} did not become healthy: see ${place.logFolder}.`);
    }
    return started;
  } catch (error) {
    await downServices(started);
    throw error;
  }
}

/** The health check of the compose file, at the ports of this place. */
function isHealthy({
  place,
  name,
  child,
  metricsPort,
}: {
  place: Place;
  name: string;
  child: ChildProcess;
  metricsPort: number;
}): boolean {
  if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}.`);
  const [, program = '', ...args] = compose.services[name]?.healthcheck?.test ?? [];
  const here = args.map((arg) =>
    arg
      .replace('127.0.0.1:3000', `127.0.0.1:${place.webPort}`)
      .replace('127.0.0.1:9464', `127.0.0.1:${metricsPort}`)
      .replaceAll('$$', '$'),
  );
  return spawnSync(program, here, { timeout: 5_000 }).status === 0;
}

/** `docker compose stop`. */
export async function downServices(services: RunningService[]): Promise<void> {
  await Promise.all(
    services.map(async ({ child }) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      const isGone = await Promise.race([gone.then(() => true), sleep(stopLimitMs, false, { ref: false })]);
      if (isGone) return;
      child.kill('SIGKILL');
      await gone;
    }),
  );
}
