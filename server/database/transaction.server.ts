import pg from 'pg';
import { getPool } from '#server/database/db.server.ts';

/** A connection inside a transaction of the hot paths. */
export type Client = pg.PoolClient;

/** A statement the server parses once per connection; `name` must be its own over the whole product. */
export interface Statement {
  name: string;
  text: string;
}

/** Work to do once a connection's transaction is committed. */
const deferred = new WeakMap<Client, (() => void)[]>();

/**
 * Runs `work`, which must not fail, after the commit of the transaction: for effects without a rollback, such as
 * metrics. It does not run after a rollback, or if the result of the commit is unknown.
 */
export function whenCommitted({ client, work }: { client: Client; work: () => void }): void {
  const works = deferred.get(client);
  if (!works) throw new Error('There is no transaction to wait for.');
  works.push(work);
}

/** Runs `work` in one transaction (READ COMMITTED: each statement sees what was committed before it). */
export async function inTransaction<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = await getPool().connect();
  let problem: Error | undefined;
  const onError = (error: Error) => {
    problem = error;
  };
  // A connection that breaks between two statements reports it here; without a listener, it would end the process.
  client.on('error', onError);
  const works: (() => void)[] = [];
  deferred.set(client, works);
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    for (const later of works) later();
    return result;
  } catch (error) {
    // Without an error from the server itself, the connection may be lost: closing it rolls back as well.
    if (error instanceof pg.DatabaseError) await client.query('rollback').catch(onError);
    else problem = error instanceof Error ? error : new Error('unknown');
    throw error;
  } finally {
    deferred.delete(client);
    client.off('error', onError);
    client.release(problem);
  }
}

/** Runs a prepared statement and returns its rows. */
export async function query<Row extends pg.QueryResultRow>({
  client,
  statement,
  values,
}: {
  client: Pick<Client, 'query'>;
  statement: Statement;
  values: unknown[];
}): Promise<Row[]> {
  const { rows } = await client.query<Row>({ ...statement, values });
  return rows;
}
