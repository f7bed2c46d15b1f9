import pg from 'pg';

/** Runs a statement and returns its rows. */
export type Run = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;

/** Opens a connection without a statement timeout, for work that only a bench does. */
export async function run<Result>(databaseUrl: string, work: (sql: Run) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(
      async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
        (await client.query<Row>(text, values)).rows,
    );
  } finally {
    await client.end();
  }
}
