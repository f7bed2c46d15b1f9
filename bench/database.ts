import pg from 'pg';

export interface DatabaseFigures {
  commits: number;
  /** Finished executions with at least one call. */
  executions: number;
  /** Sizes of the ledger's tables with their indexes. */
  bytes: Record<string, number>;
  databaseBytes: number;
}

const ledgerTables = ['Execution', 'Attempt', 'AttemptBody'];
/** A backend reports its statistics after it has been idle for a second. */
const reportedAfter = 'select pg_sleep(1.5)';

/** Activity and size of the application's database, without the commits of this query. */
export function readDatabase({ databaseUrl }: { databaseUrl: string }): Promise<DatabaseFigures> {
  return withClient(databaseUrl, async (client) => {
    await client.query(reportedAfter);
    const { rows } = await client.query<{ commits: string; databaseBytes: string; executions: string }>(
      `select xact_commit as "commits", pg_database_size(datname) as "databaseBytes",
         (select count(*) from "Execution" where "outcome" is not null and "attemptCount" > 0) as "executions"
       from pg_stat_database where datname = current_database()`,
    );
    const sizes = await client.query<{ name: string; bytes: string }>(
      `select t.name, pg_total_relation_size(format('%I', t.name)::regclass) as "bytes" from unnest($1::text[]) as t(name)`,
      [ledgerTables],
    );
    return {
      commits: Number(rows[0]?.commits),
      executions: Number(rows[0]?.executions),
      databaseBytes: Number(rows[0]?.databaseBytes),
      bytes: Object.fromEntries(sizes.rows.map(({ name, bytes }) => [name, Number(bytes)])),
    };
  });
}

/** Scheduled times from one instant until before another, in UTC milliseconds. */
interface Fires {
  databaseUrl: string;
  from: number;
  until: number;
}

/**
 * Fires in the ledger from one instant until before another, in UTC milliseconds, that had no known call or
 * lost their worker: by outcome and reason. A row for several fires counts all of them. Omits calls that
 * arrived too late to be counted.
 */
export function uncalledFires({ databaseUrl, from, until }: Fires): Promise<Record<string, number>> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ kind: string; fires: string }>(
      `select concat_ws(', ', coalesce("outcome"::text, 'queued'),
           "reason", "errorCode") as "kind", sum(coalesce("missedCount", 1)) as "fires"
       from "Execution" where "scheduledFor" >= $1 and "scheduledFor" < $2
         and ("attemptCount" = 0 or "reason" = 'worker_lost')
       group by 1 order by 2 desc`,
      [new Date(from), new Date(until)],
    );
    return Object.fromEntries(rows.map(({ kind, fires }) => [kind, Number(fires)]));
  });
}

/** Number of fires with a row in the ledger. */
export function countFires({ databaseUrl, from, until }: Fires): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ fires: string }>(
      `select count(*) as "fires" from "Execution" where "scheduledFor" >= $1 and "scheduledFor" < $2`,
      [new Date(from), new Date(until)],
    );
    return Number(rows[0]?.fires);
  });
}

/**
 * Fires that each worker has claimed, by its id: one number for each step of that many milliseconds, by scheduled time.
 * A worker that lost its lease goes on under another id.
 */
export function claimsByWorker({
  databaseUrl,
  from,
  until,
  stepMs,
}: Fires & { stepMs: number }): Promise<Record<string, number[]>> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ workerId: string; step: string; fires: string }>(
      `select "workerId", floor(extract(epoch from "scheduledFor" - $1) * 1000 / $3::int8) as "step", count(*) as "fires"
       from "Execution" where "scheduledFor" >= $1 and "scheduledFor" < $2 and "workerId" is not null
       group by 1, 2`,
      [new Date(from), new Date(until), stepMs],
    );
    const claims: Record<string, number[]> = {};
    for (const { workerId, step, fires } of rows) {
      const steps = (claims[workerId] ??= Array.from(
        { length: Math.ceil((until - from) / stepMs) },
        () => 0,
      ));
      steps[Number(step)] = Number(fires);
    }
    return claims;
  });
}

/** Cost of one fire between two measurements: commits, and bytes of its rows with their indexes. */
export function costOfFire({ before, after }: { before: DatabaseFigures; after: DatabaseFigures }) {
  const fires = after.executions - before.executions;
  const each = (difference: number) => (fires > 0 ? difference / fires : null);
  const bytes = Object.fromEntries(
    ledgerTables.map((table) => [
      table,
      Math.round(each((after.bytes[table] ?? 0) - (before.bytes[table] ?? 0)) ?? 0),
    ]),
  );
  const commits = each(after.commits - before.commits);
  return {
    fires,
    commits: commits === null ? null : Math.round(commits * 1_000) / 1_000,
    bytes,
    bytesInAll: Object.values(bytes).reduce((total, one) => total + one, 0),
  };
}

async function withClient<Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
