import pg from 'pg';
import { type Calendar, type ExpectedFire, expectedFires, readVersions } from './expected.ts';
import { mailDomain } from './jobs.ts';
import type { Call } from './sink.ts';

/** The product keeps running while it is read. */
const runningMs = 180_000;

/** Input of the assertions, in one connection: the ledger and, as temporary tables, the expected rows. */
export interface Evidence {
  client: pg.Client;
  expected: ExpectedFire[];
  close: () => Promise<void>;
}

/**
 * Adds the schedules' fires and the target's calls as tables beside the ledger.
 *
 * @param readAt every call with a response before this time is among them
 * @param from the first instant looked at
 * @param until the last one
 * @param calendar of the schedules; by default that of cron
 */
export async function layOpen({
  databaseUrl,
  calls,
  readAt,
  from,
  until,
  calendar,
}: {
  databaseUrl: string;
  calls: Call[];
  readAt: number;
  from: number;
  until: number;
  calendar?: Calendar | undefined;
}): Promise<Evidence> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `create temp table frame as select to_timestamp($1 / 1000.0) as "from", to_timestamp($2 / 1000.0) as "until",
       to_timestamp($3 / 1000.0) as "readAt"`,
    [from, until, readAt],
  );
  // A removed job's history is removed too.
  await client.query(
    `create temp table own as select j."id" from "Job" j join "User" u on u."id" = j."ownerId"
     where u."email" like '%@' || $1::text and j."deletedAt" is null`,
    [mailDomain],
  );
  const versions = await readVersions(client);
  await client.query(
    `create temp table allowed as select * from unnest($1::int[], $2::int[], $3::int[])
       as v("jobId", "version", "retryCount")`,
    [
      versions.map(({ jobId }) => jobId),
      versions.map(({ version }) => version),
      versions.map(({ retryCount }) => retryCount),
    ],
  );
  const expected = expectedFires({ versions, from, until: until + runningMs, ...(calendar && { calendar }) });
  await client.query(
    `create temp table expected as
     select "jobId", to_timestamp("at" / 1000.0) as "scheduledFor", "isCertain"
     from unnest($1::int[], $2::float8[], $3::bool[]) as e("jobId", "at", "isCertain")`,
    [
      expected.map(({ jobId }) => jobId),
      expected.map(({ at }) => at),
      expected.map(({ isCertain }) => isCertain),
    ],
  );
  await client.query(
    `create temp table sink as
     select "jobId", to_timestamp("scheduledFor" / 1000.0) as "scheduledFor", "requestId", "attempt",
       to_timestamp("at" / 1000.0) as "at"
     from unnest($1::int[], $2::float8[], $3::uuid[], $4::int[], $5::float8[])
       as s("jobId", "scheduledFor", "requestId", "attempt", "at")`,
    [
      calls.map(({ jobId }) => jobId),
      calls.map(({ scheduledFor }) => scheduledFor),
      calls.map(({ requestId }) => requestId),
      calls.map(({ attempt }) => attempt),
      calls.map(({ at }) => at),
    ],
  );
  await client.query(
    `create temp table fires as
     select x.* from "Execution" x join own on own."id" = x."jobId", frame
     where x."trigger" in ('schedule', 'catch_up')
       and coalesce(x."missedUntil", x."scheduledFor") >= frame."from"`,
  );
  await client.query('create index on expected ("jobId", "scheduledFor")');
  await client.query('create index on fires ("jobId", "scheduledFor")');
  await client.query('create index on sink ("jobId", "scheduledFor", "attempt")');
  await client.query('analyze expected, fires, sink, own, allowed');
  return { client, expected, close: () => client.end() };
}
