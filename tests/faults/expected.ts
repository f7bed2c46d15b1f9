import type pg from 'pg';
import { unseal } from '#server/sealing/seal.server.ts';
import { oracleFires } from '#tests/oracle/schedule.ts';

// The expected ledger, from the log of changes and the calendar alone: independent of the engine's rules.

/** A save and a fire crossing within this time may go either way: the claim pass is 0.35 s before the instant. */
const crossingMs = 2_000;

export interface ExpectedFire {
  jobId: number;
  at: number;
  /** False if a change crossed it: it may have its row or not. */
  isCertain: boolean;
}

/** A version of a job: its allowed number of calls and its schedule. */
export interface LoggedVersion {
  jobId: number;
  version: number;
  retryCount: number;
  changedAt: number;
  cron: string | null;
  timeZone: string;
  /** Spans of time without scheduled fires. */
  status: string;
  pausedUntil: number | null;
}

interface VersionRow extends Omit<LoggedVersion, 'retryCount' | 'pausedUntil'> {
  ownerId: number;
  snapshot: string;
}

/** The job change log of the jobs in the table `own`, oldest first. */
export async function readVersions(client: pg.Client): Promise<LoggedVersion[]> {
  const { rows } = await client.query<VersionRow>(
    `select v."jobId", v."version", v."status", v."cronExpression" as "cron", v."timeZone", v."snapshot",
       j."ownerId", (extract(epoch from v."changedAt") * 1000)::float8 as "changedAt"
     from "JobVersion" v join own on own."id" = v."jobId" join "Job" j on j."id" = v."jobId"
     order by v."jobId", v."version"`,
  );
  return rows.map(({ snapshot, ownerId, ...row }) => {
    const text = unseal({ sealed: snapshot, userId: ownerId, field: 'jobVersion.snapshot' });
    const { retryCount, pausedUntil } = JSON.parse(text) as {
      retryCount: number;
      pausedUntil: string | null;
    };
    return { ...row, retryCount, pausedUntil: pausedUntil === null ? null : Date.parse(pausedUntil) };
  });
}

/** All instants of a schedule with after < instant <= until. */
export type Calendar = (range: { cron: string; timeZone: string; after: number; until: number }) => number[];

/** Every instant a version named, from one instant to another, both included. */
export function expectedFires({
  versions,
  from,
  until,
  calendar = oracleFires,
}: {
  versions: LoggedVersion[];
  from: number;
  until: number;
  calendar?: Calendar;
}): ExpectedFire[] {
  const instants = new Map<string, Set<number>>();
  const instantsOf = ({ cron, timeZone }: LoggedVersion) => {
    if (cron === null) return new Set<number>();
    const key = `${cron} ${timeZone}`;
    const known = instants.get(key) ?? new Set(calendar({ cron, timeZone, after: from - 1, until }));
    instants.set(key, known);
    return known;
  };
  const names = (version: LoggedVersion, at: number) => {
    const isOn =
      version.status === 'active' ||
      (version.status === 'paused' && version.pausedUntil !== null && version.pausedUntil <= at);
    return isOn && instantsOf(version).has(at);
  };

  return [...byJob(versions)].flatMap(([jobId, own]) => {
    const fires: ExpectedFire[] = [];
    const born = own[0]?.changedAt ?? Infinity;
    const named = new Set(own.flatMap((version) => [...instantsOf(version)]));
    for (const at of named) {
      if (at < born - crossingMs) continue;
      const near = own.filter(({ changedAt }, index) => {
        const end = own[index + 1]?.changedAt ?? Infinity;
        return changedAt <= at + crossingMs && end >= at - crossingMs;
      });
      if (!near.some((version) => names(version, at))) continue;
      const isCertain = born <= at - crossingMs && near.every((version) => names(version, at));
      fires.push({ jobId, at, isCertain });
    }
    return fires;
  });
}

function byJob(versions: LoggedVersion[]): Map<number, LoggedVersion[]> {
  const found = new Map<number, LoggedVersion[]>();
  for (const version of versions) {
    const own = found.get(version.jobId);
    if (own) own.push(version);
    else found.set(version.jobId, [version]);
  }
  return found;
}
