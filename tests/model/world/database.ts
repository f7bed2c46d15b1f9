import { AsyncResource } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';
import type { Deed } from './lives.ts';
import { endsWithin, sleep } from './real-time.ts';
import { lifeOf, shared, world } from './shared.ts';
import { dies, inOneStep } from './steps.ts';

export type Database = ReturnType<typeof createDatabaseStage>;

/** A connection that breaks at the next such operation, and whether the request still got through. */
export interface Loss {
  deed: Deed;
  phase: 'before' | 'after';
}

interface Blocked {
  client: pg.Client;
  response: Promise<unknown>;
  continueAsNewAt: () => void;
}

/** Statements of the residency table, by their names. */
const deedsOfResidency: Record<string, Deed> = {
  'residency-claim': 'keep',
  'residency-take': 'takeOver',
  'residency-free': 'free',
  'residency-leave': 'free',
  'residency-reported': 'reported',
  'residency-end': 'leave',
};
const slowMs = 15;
const nothing = { rows: [], rowCount: 0, fields: [], command: '' };
/**
 * Polls that a process repeats, and how long an empty one is assumed to stay empty unless something is written: longest
 * for tables that no history fills, and for notifications, which no rule is about.
 */
const polls = [
  { idleMs: 6_000, of: /"settledAt" = clock_timestamp|"nextRunAt" < now/ },
  {
    idleMs: 13_000,
    of: /"applyAfter" = now\(\) \+ make_interval\(secs => \$2\)|^ \s*select e\."id" as "executionId"/,
  },
  {
    idleMs: 60_000,
    of: /^(?:notifications-list-due|watches-too-long|events-ready|events-running-replays) |^ \s*select "id" from "TestRun"/,
  },
];
/** A statement with its name before it, if it has one. */
const named = ({ name, text }: Statement) => `${name} ${text}`;
/** Statements that may write rows; their row count shows whether they did. */
const writes = /\b(?:insert into|update|delete from)\s+"/i;
/** Statements that notify listeners, by themselves or by a trigger. */
const notifies = /pg_notify|\b(?:insert into|update)\s+(?:"public"\.)?"Job"/i;
/** Statements that involve the database's clock, and those of its witnesses. */
const ofTime = /now\(\)|clock_timestamp|insert|update/i;
type Link = pg.Client & { connection: { stream: Socket }; processID: number | null };

const query = Object.getOwnPropertyDescriptor(pg.Client.prototype, 'query')?.value as (
  this: pg.Client,
  ...given: unknown[]
) => Promise<unknown>;
const run = (client: pg.Client, ...given: unknown[]) => query.call(client, ...given);

/**
 * The database between the processes of a history and PostgreSQL: one statement at a time, in the order of the seed,
 * each a step before and after which a process can die or a connection break. A statement waiting for a lock lets the
 * others go on.
 * @param control a connection of the stage's own, for the database's clock and for the wait graph
 */
export function createDatabaseStage(control: pg.Client) {
  const blocked = new Set<Blocked>();
  const tags = new WeakMap<pg.Client, Set<string>>();
  const listening = new Set<pg.Client>();
  /** Connections whose open transaction writes rows or notifies listeners. */
  const writing = new WeakSet<pg.Client>();
  const notifying = new WeakSet<pg.Client>();
  let heard: { listener: pg.Client; report: () => void }[] = [];
  let mayReport = false;
  const begun = new WeakMap<pg.Client, boolean>();
  const pending = new WeakMap<pg.Client, Promise<unknown>>();
  const found = new Map<string, number>();
  let clockAt = 0;
  let isAway = false;
  let loss: Loss | null = null;

  async function setClock() {
    const now = world().clock.now();
    if (now === clockAt) return;
    clockAt = now;
    await run(control, `select setval('model.ms', ${now})`);
  }

  async function waitsForLock({ processID }: Link): Promise<boolean> {
    const { rows } = (await run(
      control,
      `select cardinality(pg_blocking_pids(${processID ?? 0})) > 0 as "is"`,
    )) as {
      rows: { is: boolean }[];
    };
    return rows[0]?.is ?? false;
  }

  /** Waits for the response, or until the statement waits for a lock; false for the latter. */
  async function hasResponse({ client, response }: Pick<Blocked, 'client' | 'response'>): Promise<boolean> {
    while (!(await endsWithin(slowMs, response)))
      if (await waitsForLock(client as Link)) return endsWithin(0, response);
    return true;
  }

  async function checkBlocked() {
    for (const one of [...blocked]) {
      // Most still wait for their lock: asking PostgreSQL is faster than waiting in vain for a response.
      if ((await waitsForLock(one.client as Link)) || !(await hasResponse(one))) continue;
      blocked.delete(one);
      one.continueAsNewAt();
    }
    if (blocked.size > 0) await sleep(1);
  }

  async function cutOff(clients: pg.Client[]) {
    const pids = clients.map((client) => (client as Link).processID ?? 0);
    for (const client of clients) (client as Link).connection.stream.destroy();
    for (let left = pids.length; left > 0;) {
      const { rows } = (await run(control, 'select from pg_stat_activity where pid = any($1)', [pids])) as {
        rows: unknown[];
      };
      left = rows.length;
    }
    for (const pool of pools) forget(pool, clients);
    found.clear();
    await checkBlocked();
  }

  /** Name of a statement's operation, for crashes; a transaction performs it with its commit. */
  function deedOf(client: pg.Client, { name, text }: Statement): Deed {
    const seen = tags.get(client) ?? new Set();
    if (/^begin/i.test(text)) tags.set(client, new Set());
    else seen.add(name || text.slice(0, 60));
    if (/^listen/i.test(text)) listening.add(client);
    if (notifies.test(text)) {
      mayReport = true;
      notifying.add(client);
    }
    if (/^commit/i.test(text) && notifying.delete(client)) mayReport = true;
    if (/^commit/i.test(text)) return deedOfTransaction([...seen].join(' '));
    if (text.includes('"applyAfter" = now() + make_interval(secs => $2)')) return 'take';
    if (text.includes('"appliedVersion" = greatest')) return 'mark';
    return deedsOfResidency[name] ?? 'statement';
  }

  async function perform(asked: Asked): Promise<{ result?: unknown; later?: Promise<unknown> }> {
    const { client, given, statement } = asked;
    const { trace } = world();
    const deed = deedOf(client, statement);
    const { life } = asked;
    if (life?.isDead || (await dies({ life, deed, phase: 'before' }))) return { later: never };
    const breaks = isAway || (loss?.deed === deed && loss.phase === 'before');
    if (breaks) {
      if (!isAway) trace(`${life?.name ?? 'somebody'} loses its connection before ${deed}`);
      loss = isAway ? loss : null;
      await cutOff([client]);
      throw new Error('Connection terminated unexpectedly');
    }
    holdFor(asked);
    if (/^begin/i.test(statement.text)) begun.set(client, false);
    else if (/^(commit|rollback)/i.test(statement.text) && begun.get(client) === false) begun.delete(client);
    else if (isIdle(statement, given)) return { result: nothing };
    else return ask(asked, { deed, life });
    return { result: nothing };
  }

  async function ask(asked: Asked, { deed, life }: { deed: Deed; life: Asked['life'] }) {
    const { client, given, statement } = asked;
    const { trace } = world();
    if (begun.get(client) === false) await run(client, 'begin');
    begun.set(client, true);
    if (ofTime.test(statement.text)) await setClock();
    const response = run(client, ...given);
    if (!(await hasResponse({ client, response })))
      return {
        later: new Promise<void>((continueAsNewAt) =>
          blocked.add({ client, response, continueAsNewAt }),
        ).then(async () => {
          const result = (await response) as { rowCount: number };
          remember({ ...asked, result });
          return result;
        }),
      };
    if (/^(commit|rollback)/i.test(statement.text)) await checkBlocked();
    if (life?.isDead || (await dies({ life, deed, phase: 'after' }))) return { later: never };
    if (loss?.deed === deed) {
      trace(`${life?.name ?? 'somebody'} loses the answer to ${deed}`);
      loss = null;
      await cutOff([client]);
      throw new Error('Connection terminated unexpectedly');
    }
    const result = (await response) as { rowCount: number };
    remember({ ...asked, result });
    return { result };
  }

  /** Notifications of commits, in the order of the seed; false if there was none. */
  async function deliverUpdates(): Promise<boolean> {
    if (!mayReport) return false;
    mayReport = false;
    // The response to a query comes after earlier notifications.
    for (const client of listening) await run(client, 'select 1').catch(() => listening.delete(client));
    // The order of the sockets is random.
    for (const client of listening)
      for (const { listener, report } of heard) if (listener === client) world().steps.add(report);
    const isAny = heard.length > 0;
    heard = [];
    return isAny;
  }

  /** Reports whether a poll that found nothing would find nothing again: nothing was written since, and little time passed. */
  function isIdle(statement: Statement, given: unknown[]): boolean {
    const idleMs = idleOf(statement);
    const at = idleMs > 0 ? found.get(keyOf(statement, given)) : undefined;
    return at !== undefined && world().clock.now() - at < idleMs;
  }

  function remember({ client, statement, given, result }: Asked & { result: { rowCount: number } }) {
    const { name, text } = statement;
    const isEmpty = result.rowCount === 0;
    if (isEmpty && idleOf(statement) > 0) return void found.set(keyOf(statement, given), world().clock.now());
    const hasWritten =
      writes.test(text) && (!isEmpty || /^\s*with\b/i.test(text)) && name !== 'ledger-renew-lease';
    if (hasWritten) writing.add(client);
    // Other connections see the rows only after the commit.
    if (hasWritten || (/^commit/i.test(text) && writing.delete(client))) found.clear();
  }

  /** A statement of a process, as a step of the history. */
  const step = (asked: Asked): Promise<unknown> =>
    new Promise((resolve, reject) => {
      world().steps.add(async () => {
        try {
          const { result, later } = await perform(asked);
          if (!later) resolve(result);
          else void later.then((late) => world().steps.add(() => resolve(late)), reject);
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
    });

  /** Statements that a connection was given together run one after another. */
  function inOrder(client: pg.Client, run: () => Promise<unknown>): Promise<unknown> {
    const before = pending.get(client);
    const result = before ? before.then(run, run) : run();
    pending.set(client, result);
    const forget = () => {
      if (pending.get(client) === result) pending.delete(client);
    };
    result.then(forget, forget);
    return result;
  }

  // Pools of another history belong to dead processes.
  pools.clear();
  return {
    forgetPolls: () => found.clear(),
    cutOff,
    deliverUpdates: deliverUpdates,
    hear: (update: (typeof heard)[number]) => void heard.push(update),
    checkBlocked,
    isBlocked: () => blocked.size > 0,
    isAway: () => isAway,
    setAway: (away: boolean) => (isAway = away),
    loseNext: (next: Loss) => (loss = next),
    hasLoss: () => loss !== null,
    isControl: (client: pg.Client) => client === control,
    ask: async (text: string, values: unknown[] = []) => {
      await setClock();
      return ((await run(control, text, values)) as { rows: Record<string, unknown>[] }).rows;
    },
    step: (asked: Asked) => inOrder(asked.client, () => step(asked)),
  };
}

const idleOf = (statement: Statement) => polls.find(({ of }) => of.test(named(statement)))?.idleMs ?? 0;
const keyOf = (statement: Statement, given: unknown[]) => `${named(statement)} ${JSON.stringify(given)}`;

/** Ties the connection to the process during a transaction: if the process dies, the transaction ends, even on another's connection. */
function holdFor({ client, life, statement: { text } }: Asked) {
  if (/^begin/i.test(text)) life?.clients.add(client);
  else if (/^(commit|rollback)/i.test(text) && lives.get(client) !== life) life?.clients.delete(client);
}

/** Discards connections borrowed by a dead process. */
function forget(pool: pg.Pool, clients: pg.Client[]) {
  const held = pool as unknown as { _clients: pg.Client[]; _idle: { client: pg.Client }[] };
  held._clients = held._clients.filter((client) => !clients.includes(client));
  held._idle = held._idle.filter(({ client }) => !clients.includes(client));
}

interface Statement {
  name: string;
  text: string;
}

interface Asked {
  client: pg.Client;
  given: unknown[];
  statement: Statement;
  life: ReturnType<typeof lifeOf>;
}

const pools = new Set<pg.Pool>();
const lives = new WeakMap<pg.Client, ReturnType<typeof lifeOf>>();
const never = new Promise<never>(() => {});

function deedOfTransaction(names: string): Deed {
  if (names.includes('ledger-write-results')) return 'record';
  if (/ledger-(insert-fires|claim)/.test(names)) return 'claim';
  if (names.includes('ledger-lost-workers')) return 'settle';
  if (names.includes('ledger-advance-states')) return 'plan';
  return names.includes('INSERT INTO "public"."JobVersion"') ? 'save' : 'statement';
}

/** Inserts the simulated network between the driver and its callers; once per process. */
export function stageConnections(): void {
  const { connect, end } = pg.Client.prototype as Record<
    'connect' | 'end',
    (this: pg.Client, done?: Done) => Promise<void> | void
  >;
  pg.Client.prototype.query = function stagedQuery(this: pg.Client, ...given: unknown[]) {
    const stage = shared.world?.database;
    if (!stage || stage.isControl(this)) return run(this, ...given);
    const callback = given.findLast((one): one is Done => typeof one === 'function');
    const plain = given.filter((one) => typeof one !== 'function');
    const [first] = plain as [string | { text: string; name?: string }];
    const statement = typeof first === 'string' ? { text: first, name: '' } : { name: '', ...first };
    const response = stage.step({ client: this, given: plain, statement, life: lifeOf() });
    if (!callback) return response;
    response.then(
      (result) => callback(undefined, result),
      (error: unknown) => callback(error),
    );
    return undefined;
  } as typeof pg.Client.prototype.query;

  pg.Client.prototype.connect = function stagedConnect(this: pg.Client, done?: Done) {
    const life = lifeOf();
    const running = shared.world;
    if (!running) return connect.call(this, done);
    lives.set(this, life);
    life?.clients.add(this);
    this.once('end', () => life?.clients.delete(this));
    const connecting = inOneStep(async () => {
      if (running.database.isAway() || life?.isDead) throw new Error('connect ECONNREFUSED');
      await connect.call(this);
    });
    if (!done) return connecting;
    connecting.then(() => done(), done);
    return undefined;
  } as typeof pg.Client.prototype.connect;

  pg.Client.prototype.end = function stagedEnd(this: pg.Client, done?: Done) {
    if (!shared.world) return end.call(this, done);
    const ending = inOneStep(async () => end.call(this));
    if (!done) return ending;
    ending.then(() => done(), done);
    return undefined;
  } as typeof pg.Client.prototype.end;

  const emit = Reflect.get(EventEmitter.prototype, 'emit') as (
    this: pg.Client,
    ...given: unknown[]
  ) => boolean;
  pg.Client.prototype.emit = function stagedEmit(this: pg.Client, event: string, ...given: unknown[]) {
    const report = () => emit.call(this, event, ...given);
    if (event !== 'notification' || !shared.world) return report();
    const life = lives.get(this);
    shared.world.database.hear({
      listener: this,
      report: () => {
        if (!life?.isDead) shared.life.run(life, report);
      },
    });
    return true;
  } as typeof pg.Client.prototype.emit;

  const poolPrototype = Object.getPrototypeOf(pg.Pool.prototype) as {
    connect: (this: pg.Pool, done?: Done) => unknown;
  };
  const lend = poolPrototype.connect;
  poolPrototype.connect = function stagedLend(this: pg.Pool, done?: Done) {
    const life = lifeOf();
    if (life?.isDead) return never;
    pools.add(this);
    // Idle connections stay: their virtual timeout would pass immediately.
    Object.assign((this as unknown as { options: object }).options, { idleTimeoutMillis: 0 });
    // A returned connection must not carry its borrower's life to the next one.
    return lend.call(this, done && AsyncResource.bind(done));
  };
}

type Done = (error?: unknown, result?: unknown) => void;
