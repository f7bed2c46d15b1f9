import pg from 'pg';
import { assertions } from './assertions.ts';
import { check, printNote } from './checks.ts';
import { within } from './clock.ts';
import { layOpen } from './evidence.ts';
import type { Calendar } from './expected.ts';
import { mailDomain } from './jobs.ts';
import { readAllCalls } from './sink.ts';

const settleLimitMs = 90_000;

/**
 * A1 to A8 over all jobs of the suite, from one instant to another at least half a minute ago.
 * @param after the rows that the run covered, for the titles
 * @param calendar of the jobs' schedules; by default that of cron
 */
export async function assertLedger({
  after,
  databaseUrl,
  sinkFile,
  from,
  until,
  calendar,
}: {
  after: string;
  databaseUrl: string;
  sinkFile: string;
  from: number;
  until: number;
  calendar?: Calendar;
}): Promise<void> {
  await settle({ databaseUrl, until });
  const readAt = Date.now();
  const calls = readAllCalls(sinkFile);
  const { client, expected, close } = await layOpen({ databaseUrl, calls, readAt, from, until, calendar });
  try {
    const { length: certain } = expected.filter(({ at, isCertain }) => isCertain && at <= until);
    printNote(`${certain} fires were due, ${calls.length} calls came`);
    for (const { id, sentence, sql } of assertions) {
      await check(`${id} after ${after}: ${sentence}`, async () => {
        const { rows } = await client.query<{ error: string }>(sql);
        return [...(certain === 0 ? ['No fire was due.'] : []), ...rows.map(({ error }) => error)];
      });
    }
  } finally {
    await close();
  }
}

/** A4 judges only finished executions: wait for those still in progress. */
async function settle({ databaseUrl, until }: { databaseUrl: string; until: number }): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const isSettled = async () => {
    const { rows } = await client.query<{ isOpen: boolean }>(
      `select exists (
         select from "Execution" x join "Job" j on j."id" = x."jobId" join "User" u on u."id" = j."ownerId"
         where u."email" like '%@' || $1::text and j."deletedAt" is null
           and x."outcome" is null and x."dueAt" <= to_timestamp($2 / 1000.0)
       ) or exists (select from "Notification" where "state" = 'pending' and "attempts" = 0) as "isOpen"`,
      [mailDomain, until],
    );
    return rows[0]?.isOpen === false;
  };
  try {
    await within({ ms: settleLimitMs, isSo: isSettled });
  } finally {
    await client.end();
  }
}
