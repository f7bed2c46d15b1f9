import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildAll, generateClient } from '#dev/stack/builds.ts';
import { findCli } from '#dev/temporal/find-cli.ts';
import { type OwnStack, startOwnStack } from '#dev/test/own-stack.ts';
import { createProxy, type Proxy } from './proxies.ts';
import { buildSpreadWorker, spreadWorker } from './spread/build.ts';

const name = `faults-${process.pid}`;
const home = resolve('.punctual', name);
// The environment before the addresses of the running product were set.
const inherited = { ...process.env };
const clockFile = join(home, 'clock');
let running: OwnStack | undefined;

/** From here on every fire of the suite's jobs is checked. */
export const suiteStartedAt = Date.now();

/** The file in which the echo target records requests. */
export const sinkFile = join(home, 'sink.jsonl');

/** Connections that can be cut: the worker's to its stores, and calls to a target. */
export interface Ways {
  database: Proxy;
  temporal: Proxy;
  target: Proxy;
}

let ways: Ways | undefined;

/** Builds what a first start would build, because that takes longer than a start may. */
export async function prepare(): Promise<void> {
  const clone = process.cwd();
  await findCli();
  await generateClient({ clone });
  await buildAll({ clone, isWatching: false });
}

/**
 * Starts the product under test as people do, or starts it again on the same data.
 * @param env settings of its own
 */
export async function startProduct({ env = {} }: { env?: Record<string, string> } = {}): Promise<OwnStack> {
  running = await startOwnStack({ name, env: { ECHO_SINK: sinkFile, ...env }, inherited, isByNpm: true });
  return running;
}

/** The same, with its clock and connections controlled by the suite. */
export async function startOpenProduct(): Promise<{ stack: OwnStack; ways: Ways }> {
  ways ??= {
    database: await createProxy({ portOf: () => portOf('postgres') }),
    temporal: await createProxy({ portOf: () => portOf('temporal') }),
    target: await createProxy({ portOf: () => portOf('echo') }),
  };
  const env = {
    ECHO_SINK: sinkFile,
    NODE_OPTIONS: `--import ${new URL('inside.mjs', import.meta.url).href}`,
    FAULTS_CLOCK: clockFile,
    FAULTS_PROXIES: JSON.stringify({
      DATABASE_URL: ways.database.port,
      TEMPORAL_ADDRESS: ways.temporal.port,
    }),
    OUTBOUND_ALLOW_TARGETS: `127.0.0.1:${ways.target.port}`,
  };
  running = await startOwnStack({ name, env, inherited, isByNpm: true });
  return { stack: running, ways };
}

/**
 * The same, with a worker whose jobs fire at any second.
 * @param names the domain whose names its worker resolves to this machine
 */
export async function startSpreadProduct({ names }: { names: string }): Promise<OwnStack> {
  await buildSpreadWorker();
  const imported = ['spread/hook.mjs', 'names.mjs'].map(
    (file) => `--import ${new URL(file, import.meta.url).href}`,
  );
  const env = {
    ECHO_SINK: sinkFile,
    RECEIVERS_KEPT: '100000',
    NODE_OPTIONS: imported.join(' '),
    FAULTS_WORKER: spreadWorker,
    FAULTS_NAMES: names,
  };
  running = await startOwnStack({ name, env, inherited, isByNpm: true });
  return running;
}

/** Sets the offset of the clock of web and worker from the real one. */
export function setClock({ offsetMs }: { offsetMs: number }): void {
  writeFileSync(clockFile, String(offsetMs));
}

/** Stops the product and removes its files, except the log if something failed. */
export async function removeProduct({ isLogKept = false }: { isLogKept?: boolean } = {}): Promise<void> {
  if (running && isLogKept) {
    const kept = join('test-results', `${name}.txt`);
    mkdirSync('test-results', { recursive: true });
    writeFileSync(kept, running.log());
    console.log(`What the product wrote stands in ${kept}.`);
  }
  await running?.remove();
  for (const way of Object.values(ways ?? {}) as Proxy[]) way.close();
}

function portOf(part: string): number {
  const ports = JSON.parse(readFileSync(join(home, 'ports.json'), 'utf8')) as Record<string, number>;
  return ports[part] ?? 0;
}
