import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

// docs/operations.md: migrations suit the version before, and rows that are there are read without locking anybody out.

const folder = 'prisma/migrations';
const name = `upgrade_${randomBytes(6).toString('hex')}`;
const urlOf = (database: string) => inject('postgresUrl').replace(/\/postgres$/, `/${database}`);
const client = new pg.Client({ connectionString: urlOf(name) });

const asAdmin = async (statement: string) => {
  const admin = new pg.Client({ connectionString: urlOf('postgres') });
  await admin.connect();
  await admin.query(statement).finally(() => admin.end());
};
const sqlOf = async (migration: string) => readFile(`${folder}/${migration}/migration.sql`, 'utf8');
const apply = async (migration: string) => client.query(await sqlOf(migration));

/** A save as both versions make it: the job's row, then the version. */
async function save({ jobId, payload }: { jobId: number; payload: string }) {
  await client.query(
    `with job as (
       update "Job" set "payload" = $2, "desiredVersion" = "desiredVersion" + 1 where "id" = $1 returning *
     )
     insert into "JobVersion" ("jobId", "version", "summary", "status", "timeZone", "snapshot")
     select "id", "desiredVersion", 'payload', "status", "timeZone", $2 from job`,
    [jobId, payload],
  );
}

async function aJobOf(ownerId: number): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into "Job" ("ownerId", "name", "webhookUrl", "targetHost", "payload")
     values ($1, 'Ping', 'https://shop.example.com/', 'shop.example.com', repeat('x', 100)) returning "id"`,
    [ownerId],
  );
  const jobId = rows[0]?.id ?? 0;
  await save({ jobId, payload: 'é'.repeat(1_000) });
  return jobId;
}

async function anOwner(subject: string): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into "User" ("issuer", "subject", "email") values ('https://id.example.com', $1, $1) returning "id"`,
    [subject],
  );
  return rows[0]?.id ?? 0;
}

/** The kept sum, and the bytes of the rows counted one by one. */
async function bytesOf(ownerId: number) {
  const { rows } = await client.query<{ summed: number; counted: number }>(
    `select (select coalesce(sum("bytes"), 0)::int from "OwnerTotal" where "ownerId" = $1) as "summed",
       (select coalesce(sum(octet_length("name") + octet_length("webhookUrl") + octet_length("payload")
          + (select sum(octet_length("snapshot")) from "JobVersion" where "jobId" = j."id")), 0)::int
        from "Job" j where "ownerId" = $1 and "deletedAt" is null) as "counted"`,
    [ownerId],
  );
  return rows[0];
}

/** Takes a key as the version before does. */
const takeKeyAsBefore = (ownerId: number, key: string) =>
  client.query(
    `insert into "IdempotencyKey" as k ("userId", "key", "requestHash", "createdAt", "expiresAt")
     values ($1, $2, 'hash', clock_timestamp(), clock_timestamp() + make_interval(hours => 24))
     on conflict ("userId", "key") do update set "requestHash" = excluded."requestHash", "status" = null, "body" = null,
       "createdAt" = excluded."createdAt", "expiresAt" = excluded."expiresAt"
     where k."expiresAt" < clock_timestamp()`,
    [ownerId, key],
  );

const added = '20261125213110_storage_budgets';
const counted = '20261125213111_storage_counted';

beforeAll(async () => {
  await asAdmin(`create database ${name}`);
  await client.connect();
  const entries = await readdir(folder, { withFileTypes: true });
  const migrations = entries.filter((one) => one.isDirectory()).map((one) => one.name);
  for (const migration of migrations.sort()) if (migration < added) await apply(migration);
});

afterAll(async () => {
  await client.end();
  await asAdmin(`drop database ${name} with (force)`);
});

test('sums up the bytes of jobs that are saved meanwhile, and runs beside the version before', async () => {
  const [resting, busy] = [await anOwner('resting'), await anOwner('busy')];
  await aJobOf(resting);
  const [changed, removed] = [await aJobOf(busy), await aJobOf(busy)];
  await takeKeyAsBefore(busy, 'before');
  await client.query(`update "IdempotencyKey" set "status" = 201, "body" = 'sealed'`);

  await apply(added);
  await takeKeyAsBefore(busy, 'beside');
  await save({ jobId: changed, payload: 'x'.repeat(7) });
  await client.query(`update "Job" set "deletedAt" = now() where "id" = $1`, [removed]);
  await aJobOf(busy);

  await client.query('begin');
  await apply(counted);
  const { rows: locks } = await client.query<{ mode: string }>(
    `select distinct l."mode" from pg_locks l join pg_class c on c.oid = l.relation
     where l.pid = pg_backend_pid() and c.relname in ('Job', 'JobVersion', 'OwnerTotal')`,
  );
  await client.query('commit');
  expect(locks.map(({ mode }) => mode).sort()).toEqual(['AccessShareLock', 'RowExclusiveLock']);

  for (const ownerId of [resting, busy]) {
    const bytes = await bytesOf(ownerId);
    expect(bytes?.summed).toBe(bytes?.counted);
    expect(bytes?.summed).toBeGreaterThan(2_000);
  }
  const { rows: keys } = await client.query(
    `select "key", "status", "effect", "number"::int from "IdempotencyKey" order by "key"`,
  );
  expect(keys).toEqual([
    { key: 'before', status: 201, effect: null, number: 0 },
    { key: 'beside', status: null, effect: null, number: 0 },
  ]);
});
