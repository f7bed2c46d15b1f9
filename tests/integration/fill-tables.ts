import pg from 'pg';
import { env } from '#server/env.server.ts';

/**
 * Runs statements that write thousands of rows for a test, in order, on a separate connection: the product's connections cancel
 * a statement after 5 s, and a busy machine may need longer.
 */
export async function fillTables(...statements: readonly (string | pg.QueryConfig)[]): Promise<void> {
  const client = new pg.Client({ connectionString: env().DATABASE_URL });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
