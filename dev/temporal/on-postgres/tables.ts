import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { databases } from './configuration.ts';

const schemas = { [databases.executions]: 'temporal', [databases.visibility]: 'visibility' };

/**
 * Creates the two databases of a Temporal server, or updates existing ones to its version.
 * @param tool the program for tables, published with the server
 * @param postgresUrl a user who may create databases
 */
export async function makeTables({
  tool,
  postgresUrl,
}: {
  tool: string;
  postgresUrl: string;
}): Promise<void> {
  const { hostname, port, username } = new URL(postgresUrl);
  const server = ['--plugin', 'postgres12', '--endpoint', hostname, '--port', port, '--user', username];
  for (const [database, schema] of Object.entries(schemas)) {
    const run = (...args: string[]) =>
      promisify(execFile)(tool, [...server, '--database', database, ...args]);
    if (await isNew({ postgresUrl, database })) await run('setup-schema', '--version', '0.0');
    await run('update-schema', '--schema-name', `postgresql/v12/${schema}`);
  }
}

/** Makes the database where it is not there. */
async function isNew({ postgresUrl, database }: { postgresUrl: string; database: string }): Promise<boolean> {
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (rowCount) return false;
    await client.query(`create database ${client.escapeIdentifier(database)}`);
    return true;
  } finally {
    await client.end();
  }
}
