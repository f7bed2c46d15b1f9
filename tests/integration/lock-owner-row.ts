import pg from 'pg';

export interface LockGate {
  /** Waits until the given number of other transactions wait for a lock. */
  onceWaiting: (count: number) => Promise<void>;
  /** Waits until the given number of other transactions wait for a lock, then releases it. */
  openOnceWaiting: (count: number) => Promise<void>;
}

/** Locks an owner's row, so that concurrent saves meet in every run. */
export function lockOwnerRow({ ownerId }: { ownerId: number }): Promise<LockGate> {
  return holdLock({ statement: 'select from "User" where "id" = $1 for no key update', values: [ownerId] });
}

/** Holds the locks of a statement, in a separate transaction. */
export async function holdLock({
  statement,
  values = [],
}: {
  statement: string;
  values?: unknown[];
}): Promise<LockGate> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  await client.query('begin');
  await client.query(statement, values);
  const onceWaiting = async (count: number) => {
    while ((await waiting(client)) < count);
  };
  return {
    onceWaiting,
    openOnceWaiting: async (count) => {
      await onceWaiting(count);
      await client.query('commit');
      await client.end();
    },
  };
}

async function waiting(client: pg.Client): Promise<number> {
  // The view is frozen at a transaction's first read.
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as "count" from pg_stat_activity
     where "datname" = current_database() and "wait_event_type" = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}
