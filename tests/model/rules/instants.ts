import { oracleFires } from '#tests/oracle/schedule.ts';
import {
  type Change,
  clockOf,
  type Facts,
  isForgotten,
  isUnsettled,
  type JobRow,
  mayBeLate,
  type Row,
} from './facts.ts';

/** Maximum time of a claim before its instant, by the version of that moment. */
const pollMs = 600;
/** The ledger of a stalled job lags behind by more than this. */
const idleMs = 45_000;
/** Calls that may take longer than a minute never catch up with a fire a minute: `all` is behind by an hour at most. */
const catchUpMs = 3_600_000;
/** A caught-up fire follows the one before it so soon. */
const nextMs = 2_000;
/** A forgotten job is found by then. */
const foundMs = 60_000;

/** Every instant the schedule names has one row, and no other has one. */
export function checkInstants(facts: Facts): string[] {
  return facts.jobs.filter(({ isDeleted }) => !isDeleted).flatMap((job) => checkJob({ facts, job }));
}

function checkJob({ facts, job }: { facts: Facts; job: JobRow }): string[] {
  const errors: string[] = [];
  const say = (text: string) => errors.push(`Job ${job.id}: ${text}`);
  const changes = facts.changes.filter(({ jobId }) => jobId === job.id);
  const rows = facts.rows.filter((row) => row.jobId === job.id && row.scheduledFor !== null);
  const covered = new Map(
    rows.flatMap((row) => instantsOf({ row, changes }).map((at) => [at, row] as const)),
  );
  const named = namedBy({ changes, until: facts.now });
  // A history may end between a claim and its instant.
  const claimable = namedBy({ changes, until: facts.now + pollMs });
  const newest = changes.at(-1);
  const isSlow = newest?.catchUp === 'all' && newest.timeoutSeconds >= 60;
  const patienceMs = idleMs + (isSlow ? catchUpMs : 0);

  for (const at of named) {
    if (at > job.accountedUntil) {
      if (at < facts.now - patienceMs) say(`the instant ${clockOf(at)} is long past and not accounted for.`);
    } else if (!covered.has(at) && !isDoubtful({ changes, at })) {
      say(`the instant ${clockOf(at)} has no row.`);
    }
  }
  for (const [at, row] of covered) {
    if (!claimable.has(at) && !isDoubtful({ changes, at }))
      say(`execution ${row.id} has the instant ${clockOf(at)}, which is not scheduled.`);
  }
  for (const row of rows) {
    const at = row.scheduledFor ?? 0;
    if (mayBeLate(facts, { jobId: job.id, at }) || isUnsettled(facts, { jobId: job.id, at })) continue;
    const version = changes.findLast((change) => change.version <= row.jobVersion);
    if (version?.catchUp === 'all' && isCatchingUp({ row, rows })) continue;
    if (row.outcome === 'missed') say(`the instant ${clockOf(at)} reads missed, and nothing was wrong.`);
    const isPrompt = row.trigger === 'schedule' && (row.latenessMs ?? 0) < 2_500;
    const isFound = (row.latenessMs ?? 0) < foundMs && isForgotten(facts, { jobId: job.id, at });
    if (!isPrompt && !isFound && version?.overlap !== 'queue')
      say(`the instant ${clockOf(at)} was late, and nothing was wrong.`);
  }
  return errors;
}

/** Missed fires are caught up one after another; what does not fit before the next scheduled fire reads missed. */
function isCatchingUp({ row, rows }: { row: Row; rows: Row[] }): boolean {
  const decidedAt = row.claimedAt ?? row.endedAt ?? Infinity;
  return rows.some(
    ({ trigger, scheduledFor, claimedAt, endedAt }) =>
      trigger === 'catch_up' &&
      (scheduledFor ?? Infinity) < (row.scheduledFor ?? 0) &&
      (claimedAt ?? Infinity) <= decidedAt &&
      (endedAt ?? Infinity) + nextMs >= decidedAt,
  );
}

/** The instants of a row; a counted row has several. */
function instantsOf({ row, changes }: { row: Row; changes: Change[] }): number[] {
  const at = row.scheduledFor ?? 0;
  if (row.missedUntil === null) return [at];
  const until = row.missedUntil;
  return [...namedBy({ changes, until })].filter((one) => at <= one && one <= until);
}

/** All instants of a job's life, each by the version in force at the time. */
function namedBy({ changes, until }: { changes: Change[]; until: number }): Set<number> {
  const named = new Set<number>();
  changes.forEach((change, index) => {
    const end = Math.min(changes[index + 1]?.at ?? until, until);
    for (const at of instantsIn({ change, after: change.at, until: end })) named.add(at);
  });
  return named;
}

function instantsIn({ change, after, until }: { change: Change; after: number; until: number }): number[] {
  const { status, pausedUntil, cron, timeZone, isDeleted } = change;
  if (isDeleted || cron === null || status === 'inactive' || after >= until) return [];
  if (status === 'paused' && pausedUntil === null) return [];
  const from = status === 'paused' ? Math.max(after, (pausedUntil ?? 0) - 1) : after;
  if (from >= until) return [];
  return oracleFires({ cron, timeZone, after: from, until });
}

/** A change between the claim pass and the instant, or exactly at it: either version may apply. */
function isDoubtful({ changes, at }: { changes: Change[]; at: number }): boolean {
  return changes.some((change) => at - pollMs <= change.at && change.at <= at);
}
