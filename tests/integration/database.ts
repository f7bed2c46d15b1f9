import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, inject } from 'vitest';

// A set-up file of the integration project: each test file has its own database, cloned
// from the migrated template before any server module reads the environment.
const adminUrl = inject('postgresUrl');
const name = `t_${randomBytes(6).toString('hex')}`;

await admin(`create database ${name} template template`);
Object.assign(process.env, {
  NODE_ENV: 'test',
  DATABASE_URL: adminUrl.replace(/\/postgres$/, `/${name}`),
  DATA_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
  KEY_PEPPERS: `test:${Buffer.alloc(32, 9).toString('base64')}`,
  SESSION_SECRETS: 'a-session-secret-that-only-tests-use-0123456789',
  LOG_LEVEL: 'silent',
  RATE_LIMIT_SCALE: '1000',
});

afterAll(async () => {
  const { closeDatabase } = await import('#server/database/db.server.ts');
  await closeDatabase();
  await admin(`drop database ${name} with (force)`);
});

async function admin(statement: string) {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
