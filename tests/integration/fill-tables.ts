import pg from 'pg';
import { env } from '#server/env.server.ts';

/**
 * Runs statements that make or change thousands of rows for a test, in order, in a connection of their own: the product ends
 * a statement after 5 s, which a busy machine needs for them.
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
