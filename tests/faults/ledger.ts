import pg from 'pg';
import { minuteMs } from './clock.ts';
import type { MinutelyJob } from './jobs.ts';
import type { Call } from './sink.ts';

export interface LedgerRow {
  jobId: number;
  /** Milliseconds. */
  at: number;
  /** Of a counted row: the last instant it stands for. */
  until: number;
  outcome: string | null;
  reason: string | null;
  attempts: { number: number; statusCode: number | null }[];
}

/** The rows of scheduled fires of some jobs, as the database holds them. */
export async function readLedger({ databaseUrl, jobs }: { databaseUrl: string; jobs: MinutelyJob[] }) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<LedgerRow>(
      `select e."jobId", e."outcome", e."reason",
         (extract(epoch from e."scheduledFor") * 1000)::float8 as "at",
         (extract(epoch from coalesce(e."missedUntil", e."scheduledFor")) * 1000)::float8 as "until",
         coalesce(json_agg(json_build_object('number', a."number", 'statusCode', a."statusCode"))
           filter (where a."number" is not null), '[]') as "attempts"
       from "Execution" e left join "Attempt" a on a."executionId" = e."id"
       where e."trigger" in ('schedule', 'catch_up') and e."jobId" = any($1)
       group by e."id" order by e."scheduledFor", e."jobId"`,
      [jobs.map(({ id }) => id)],
    );
    return rows;
  } finally {
    await client.end();
  }
}

interface Evidence {
  jobs: MinutelyJob[];
  rows: LedgerRow[];
  calls: Call[];
  /** The minutes that the schedule has named, by plain arithmetic. */
  from: number;
  until: number;
}

const nameOf = ({ jobId, at }: { jobId: number; at: number }) =>
  `job ${jobId} at ${new Date(at).toISOString()}`;

/** Minutes without a row. */
export function lost({ jobs, rows, from, until }: Evidence): string[] {
  const faults: string[] = [];
  for (const { id } of jobs) {
    for (let at = from; at <= until; at += minuteMs) {
      const isThere = rows.some((row) => row.jobId === id && row.at <= at && at <= row.until);
      if (!isThere) faults.push(`${nameOf({ jobId: id, at })} has no row`);
    }
  }
  return faults;
}

/** Rows of instants that the schedule does not name. */
export function invented({ rows, from }: Evidence): string[] {
  return rows.filter(({ at }) => at < from || at % minuteMs !== 0).map((row) => `${nameOf(row)} is no fire`);
}

/** Instants that more than one row stands for. */
export function doubled({ rows }: Evidence): string[] {
  const seen = new Set<string>();
  return rows.flatMap((row) => {
    const faults: string[] = [];
    for (let at = row.at; at <= row.until; at += minuteMs) {
      const name = nameOf({ jobId: row.jobId, at });
      if (seen.has(name)) faults.push(`${name} is recorded twice`);
      seen.add(name);
    }
    return faults;
  });
}

export function withoutOutcome({ rows, until }: Evidence): string[] {
  return rows
    .filter(({ at, outcome }) => at <= until && outcome === null)
    .map((row) => `${nameOf(row)} has no outcome`);
}

/** Calls that the target has seen and the ledger does not know, and the reverse of those that were answered. */
export function unaccounted({ rows, calls }: Evidence): string[] {
  const key = (jobId: number, at: number, number: number) => `${nameOf({ jobId, at })}, attempt ${number}`;
  const seen = new Set(calls.map(({ jobId, scheduledFor, attempt }) => key(jobId, scheduledFor, attempt)));
  const known = new Map(
    rows.flatMap((row) => row.attempts.map((one) => [key(row.jobId, row.at, one.number), one] as const)),
  );
  return [
    ...[...seen].filter((call) => !known.has(call)).map((call) => `${call}: seen, not in the ledger`),
    ...[...known]
      .filter(([call, { statusCode }]) => statusCode !== null && statusCode < 300 && !seen.has(call))
      .map(([call]) => `${call}: in the ledger, not seen`),
  ];
}

/** Calls that were made more often than allowed: an attempt twice, or a fire more than 1 + retries times. */
export function tooMany({ jobs, calls }: Evidence): string[] {
  const faults: string[] = [];
  for (const { id, retryCount } of jobs) {
    const own = calls.filter(({ jobId }) => jobId === id);
    for (const at of new Set(own.map(({ scheduledFor }) => scheduledFor))) {
      const attempts = own.filter(({ scheduledFor }) => scheduledFor === at).map(({ attempt }) => attempt);
      const name = nameOf({ jobId: id, at });
      if (new Set(attempts).size < attempts.length) faults.push(`${name}: an attempt was sent twice`);
      if (attempts.length > retryCount + 1) faults.push(`${name}: ${attempts.length} calls`);
    }
  }
  return faults;
}

/** Calls that left before their instant. */
export function early({ calls }: Evidence): string[] {
  return calls
    .filter(({ at, scheduledFor }) => at < scheduledFor)
    .map(({ jobId, scheduledFor }) => nameOf({ jobId, at: scheduledFor }));
}
