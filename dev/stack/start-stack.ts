import { say } from '#dev/log/part-log.ts';
import type { Part } from '#dev/parts/part.ts';
import { postgresPart } from '#dev/parts/postgres.ts';
import { type Supervised, supervise } from '#dev/parts/supervise.ts';
import { temporalPart } from '#dev/parts/temporal.ts';
import { dataFolderOf } from '#dev/postgres/cluster.ts';
import { moveAside, requireKeys } from '#dev/state/earlier-data.ts';
import { loadKeys } from '#dev/state/keys.ts';
import { clearLeftovers } from '#dev/state/pids.ts';
import { choosePorts } from '#dev/state/ports.ts';
import { findCli } from '#dev/temporal/find-cli.ts';
import { applyMigrations } from '#prisma/apply-migrations.ts';
import { addressesOf } from './addresses.ts';
import { buildAll, generateClient } from './builds.ts';
import { environmentOf } from './environment.ts';
import { type StackAccount, type StackFacts, removeFacts, writeFacts } from './facts.ts';
import { readGiven } from './given.ts';
import { clusterName, recordDataFolder } from './home.ts';
import {
  echoPart,
  identityPart,
  mailPart,
  paymentsPart,
  receiversPart,
  webPart,
  workerPart,
} from './parts.ts';
import { runSource } from './run-source.ts';

export interface LocalStack {
  ready: Promise<StackFacts>;
  isStopping: () => boolean;
  /** Dependencies end last. */
  stop: () => Promise<void>;
}

interface StackOptions {
  clone: string;
  home: string;
  isWatching: boolean;
  isFresh: boolean;
}

/** Starts everything: missing parts are created, those of the environment are used. */
export function startStack(options: StackOptions): LocalStack {
  const { home } = options;
  const groups: Groups = { stores: [], aids: [], processes: [] };
  let isStopping = false;
  const run: Run = async ({ part, group }) => {
    if (isStopping) throw new Error('The start was stopped.');
    const supervised = supervise({ part, home });
    groups[group].push(supervised);
    await supervised.ready;
  };
  return {
    ready: startAll({ options, run }),
    isStopping: () => isStopping,
    stop: async () => {
      isStopping = true;
      removeFacts({ home });
      // Calls in flight and mail still need their servers.
      for (const group of ['processes', 'aids', 'stores'] as const)
        await Promise.all(groups[group].map((part) => part.stop()));
    },
  };
}

type Groups = Record<'stores' | 'aids' | 'processes', Supervised[]>;
type Run = (started: { part: Part; group: keyof Groups }) => Promise<void>;
type Prepared = Awaited<ReturnType<typeof prepare>>;

async function startAll({ options, run }: { options: StackOptions; run: Run }): Promise<StackFacts> {
  const { clone, home, isWatching } = options;
  const prepared = await prepare(options);
  const { given, ports, addresses, env } = prepared;
  const temporal = await temporalOf({ home, prepared });
  await generateClient({ clone });
  const webFolder = await buildAll({ clone, isWatching });

  const [accounts] = await Promise.all([
    prepareDatabase({ options, prepared, run }),
    temporal && run({ part: temporal, group: 'stores' }),
    !given.oidcIssuer && run({ part: identityPart({ home, ports, env }), group: 'aids' }),
    run({ part: echoPart({ ports }), group: 'aids' }),
    run({ part: receiversPart({ ports }), group: 'aids' }),
    !given.smtpUrl && run({ part: mailPart({ home, ports }), group: 'aids' }),
    !given.paymentsKey && run({ part: paymentsPart({ home, ports, env }), group: 'aids' }),
  ]);
  await Promise.all([
    !given.paymentsKey && runSource({ file: 'dev/payments/seed-catalogue.ts', env }),
    run({ part: webPart({ env, ports, folder: webFolder }), group: 'processes' }),
    // No worker while the clock of the screens is stopped: the worker's clock would run past it.
    !process.env.PUNCTUAL_NOW && run({ part: workerPart({ env, ports, isWatching }), group: 'processes' }),
  ]);
  return writeFacts({ home, addresses, accounts });
}

/** Clears what an earlier start left, and chooses ports, addresses and keys. */
async function prepare({ clone, home, isWatching, isFresh }: StackOptions) {
  removeFacts({ home });
  const left = await clearLeftovers({ home });
  if (left.length > 0) say(`Ended what an earlier start left running: ${left.join(', ')}.`, 'yellow');
  const given = readGiven(process.env);
  const dataFolder = dataFolderOf({ clone, name: clusterName({ clone, home }) });
  if (isFresh) for (const path of moveAside({ home, dataFolder })) say(`The earlier data is in ${path}.`);
  if (!given.databaseUrl) requireKeys({ home, dataFolder });
  const ports = await choosePorts({ home, ...(given.webPort !== undefined && { web: given.webPort }) });
  const addresses = addressesOf({ ports, given });
  const env = environmentOf({ addresses, ports, keys: loadKeys({ home }), isWatching });
  return { given, ports, addresses, env };
}

/** Undefined where the environment names a Temporal that runs already. */
async function temporalOf({ home, prepared: { given, ports } }: { home: string; prepared: Prepared }) {
  if (given.temporalAddress) return undefined;
  const program = await findCli();
  return temporalPart({
    program,
    home,
    port: ports.temporal,
    uiPort: ports.temporalUi,
    keptRuns: given.keptRuns,
  });
}

/** @returns the seeded accounts; none where people sign in at a provider of their own */
async function prepareDatabase({
  options: { clone, home },
  prepared: { given, ports, addresses, env },
  run,
}: {
  options: StackOptions;
  prepared: Prepared;
  run: Run;
}): Promise<StackAccount[]> {
  const postgres = postgresPart({
    clone,
    name: clusterName({ clone, home }),
    port: ports.postgres,
    onReady: ({ dataFolder }) => recordDataFolder({ home, dataFolder }),
  });
  if (!given.databaseUrl) await run({ part: postgres, group: 'stores' });
  await applyMigrations({ databaseUrl: addresses.databaseUrl });
  if (given.oidcIssuer) return [];
  const seeded = await runSource({
    file: 'prisma/seed.ts',
    env: { ...env, ECHO_URL: addresses.echoUrl },
  });
  return JSON.parse(seeded) as StackAccount[];
}
