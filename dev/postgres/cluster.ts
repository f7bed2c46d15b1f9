import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { copyBinaries, giveTo, packagedBinaries, postgresAccount } from './binaries.ts';

const startLimitMs = 30_000;
const stopLimitMs = 8_000;

export interface Cluster {
  process: ChildProcess;
  port: number;
  dataFolder: string;
  urlOf: (database: string) => string;
  createDatabase: (name: string, options?: { template?: string }) => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Starts a PostgreSQL of our own on 127.0.0.1; the first start creates its data folder. As root, binaries and data are
 * under /var/lib/punctual, which user postgres can read.
 *
 * @param name distinguishes clusters of one clone
 * @param programs folder of another PostgreSQL, with bin, instead of the one that comes with the product
 * @param settings server settings besides the defaults, such as `fsync=off`
 */
export async function startCluster({
  clone,
  name,
  port,
  programs,
  settings = [],
  onLog = () => {},
  onSpawn = () => {},
}: {
  clone: string;
  name: string;
  port: number;
  programs?: string;
  settings?: string[];
  onLog?: (line: string) => void;
  /** Called with the server's process before it accepts connections. */
  onSpawn?: (server: ChildProcess) => void;
}): Promise<Cluster> {
  const account = postgresAccount();
  const folders = foldersOf({ clone, name, isRoot: account !== undefined });
  const { dataFolder } = folders;
  const binaries = programs ?? folders.binaries;
  if (account && programs === undefined) await copyBinaries({ to: binaries });
  const run = (program: string, args: string[]) =>
    spawn(join(binaries, 'bin', program), args, {
      ...account,
      cwd: dirname(dataFolder),
      stdio: ['ignore', 'pipe', 'pipe'],
      // A separate process group: Ctrl-C in a terminal must not reach it before its clients have ended.
      detached: true,
    });

  if (!existsSync(join(dataFolder, 'PG_VERSION'))) await makeDataFolder({ dataFolder, account, run, onLog });
  const options = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    ...settings,
  ];
  const server = run('postgres', [
    '-D',
    dataFolder,
    '-p',
    String(port),
    ...options.flatMap((o) => ['-c', o]),
  ]);
  onSpawn(server);
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (chunk: Buffer) => chunk.toString().trimEnd().split('\n').forEach(onLog));
  }
  const urlOf = (database: string) => `postgresql://punctual@127.0.0.1:${port}/${database}`;
  await responses({ server, url: urlOf('postgres') });
  return {
    process: server,
    port,
    dataFolder,
    urlOf,
    createDatabase: (database, { template = 'template1' } = {}) =>
      createDatabase({ url: urlOf('postgres'), database, template }),
    stop: () => stop(server),
  };
}

async function makeDataFolder({
  dataFolder,
  account,
  run,
  onLog,
}: {
  dataFolder: string;
  account: ReturnType<typeof postgresAccount>;
  run: (program: string, args: string[]) => ChildProcess;
  onLog: (line: string) => void;
}) {
  const flags = ['--username=punctual', '--auth=trust', '--encoding=UTF8', '--locale=C'];
  // Created beside its path and then renamed: a killed start leaves no partial cluster.
  const partial = `${dataFolder}.new`;
  await rm(partial, { recursive: true, force: true });
  await giveTo({ account, folder: partial });
  await finished(run('initdb', [`--pgdata=${partial}`, '--no-instructions', ...flags]), onLog);
  await rename(partial, dataFolder);
}

/** The data folder of a cluster, which its first start makes. */
export function dataFolderOf({ clone, name }: { clone: string; name: string }): string {
  return foldersOf({ clone, name, isRoot: process.getuid?.() === 0 }).dataFolder;
}

function foldersOf({ clone, name, isRoot }: { clone: string; name: string; isRoot: boolean }) {
  if (!isRoot) return { binaries: packagedBinaries(), dataFolder: resolve(clone, '.punctual', name) };
  const root = join(
    '/var/lib/punctual',
    createHash('sha256').update(resolve(clone)).digest('hex').slice(0, 16),
  );
  return { binaries: join(root, 'binaries'), dataFolder: join(root, name) };
}

async function finished(child: ChildProcess, onLog: (line: string) => void) {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise((done) => child.once('close', done));
  output.trimEnd().split('\n').forEach(onLog);
  if (code !== 0) throw new Error(`initdb ended with ${String(code)}: ${output.slice(-500)}`);
}

async function responses({ server, url }: { server: ChildProcess; url: string }) {
  const end = Date.now() + startLimitMs;
  while (Date.now() < end) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`);
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await sleep(50);
    }
  }
  throw new Error(`PostgreSQL did not answer within ${startLimitMs / 1000} s`);
}

async function createDatabase({
  url,
  database,
  template,
}: {
  url: string;
  database: string;
  template: string;
}) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (rowCount) return;
    const quoted = [database, template].map((part) => client.escapeIdentifier(part));
    await client.query(`create database ${quoted[0]} template ${quoted[1]}`);
  } finally {
    await client.end();
  }
}

async function stop(server: ChildProcess) {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = new Promise((done) => server.once('close', done));
  server.kill('SIGINT'); // fast shutdown: clients are cut, nothing is lost
  if (await Promise.race([gone.then(() => true), sleep(stopLimitMs, false, { ref: false })])) return;
  server.kill('SIGKILL');
  await gone;
}
