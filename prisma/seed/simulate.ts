import { randomUUID } from 'node:crypto';
import { retryDelayMs } from '#domain/job/retry.ts';
import type { Outcome } from '#domain/outcome.ts';
import { firesBetween } from '#domain/schedule/schedule.ts';
import { dayMs, minuteMs } from '#domain/time/units.ts';
import type { FireTrigger } from '#domain/trigger.ts';
import { verdictOf } from '#domain/verdict.ts';
import { around, type Random } from './random.ts';
import type { SeededJob } from './seeded-job.ts';
import { firstOf, isWithin, type Spell, spellsOf } from './spells.ts';

export interface PastAttempt {
  startedAt: number;
  endedAt: number;
  statusCode: number | null;
  errorCode: string | null;
  isReused: boolean;
}

export interface PastExecution {
  trigger: FireTrigger | 'manual';
  /** Scheduled time; for a manual run, the time of the request. */
  at: number;
  requestId: string | null;
  outcome: Exclude<Outcome, 'unknown'>;
  endedAt: number;
  attempts: PastAttempt[];
  verdict: string | null;
}

const catchUpMs = 60 * minuteMs;
const mostFires = 200_000;

/** Simulated executions of a job from `after` until now, oldest first, with the behavior of its target. */
export function simulatePast({
  job,
  after,
  now,
  random,
}: {
  job: SeededJob;
  after: number;
  now: number;
  random: Random;
}) {
  const { cron, timeZone } = job;
  if (job.status === 'inactive') return [];
  if (cron === null) return handRuns({ job, after, now, random });
  const until = now - (job.pausedDaysAgo ?? 0) * dayMs;
  const instants = firesBetween({ cron, timeZone, after, until, limit: mostFires });
  const spells = spellsOf({ job, instants, now });
  const outage = outageBefore(now);
  const lost = new Set(instants.filter((at) => at >= outage.from && at < outage.until));
  const newestLost = Math.max(...lost);
  const skipped =
    job.skippedDaysAgo === undefined ? -1 : firstOf({ instants, daysAgo: job.skippedDaysAgo, now });
  return instants.map((at, index): PastExecution => {
    if (at === skipped) return notRun({ at, outcome: 'skipped', endedAt: at });
    if (!lost.has(at))
      return execute({ job, at, next: instants[index + 1], now, random, spells, trigger: 'schedule' });
    // The latest time missed within an hour runs once; the others are missed.
    if (at === newestLost && outage.until - at <= catchUpMs)
      return execute({ job, at, now, random, spells, trigger: 'catch_up', left: outage.until });
    return notRun({ at, outcome: 'missed', endedAt: outage.until });
  });
}

function notRun({ at, outcome, endedAt }: Pick<PastExecution, 'at' | 'outcome' | 'endedAt'>): PastExecution {
  return { trigger: 'schedule', at, requestId: null, outcome, endedAt, attempts: [], verdict: null };
}

/** An outage of the product itself: an hour and a half, the night before last. */
function outageBefore(now: number) {
  const from = Math.floor(now / dayMs) * dayMs - 2 * dayMs + 80 * minuteMs;
  return { from, until: from + 90 * minuteMs };
}

function handRuns({
  job,
  after,
  now,
  random,
}: {
  job: SeededJob;
  after: number;
  now: number;
  random: Random;
}) {
  const runs: PastExecution[] = [];
  for (let at = after + 20 * minuteMs; at < now - minuteMs; at += dayMs * (0.4 + 1.8 * random())) {
    const asked = Math.round(at);
    runs.push(execute({ job, at: asked, now, random, spells: [], trigger: 'manual' }));
  }
  return runs;
}

function execute({
  job,
  at,
  next,
  now,
  random,
  spells,
  trigger,
  left = at,
}: {
  job: SeededJob;
  at: number;
  next?: number | undefined;
  now: number;
  random: Random;
  spells: Spell[];
  trigger: PastExecution['trigger'];
  left?: number;
}): PastExecution {
  const attempts: PastAttempt[] = [];
  const most = 1 + (job.retryCount ?? 3);
  let startsAt = left + latenessMs(random);
  let isSuperseded = false;
  for (let number = 1; number <= most; number += 1) {
    const isDown = isWithin({ spells, at: startsAt });
    // Occasionally a single call fails; its retry finds the target healthy again.
    const isBlip = number === 1 && most > 1 && random() < job.blipRate;
    const hasError = isDown || isBlip;
    const endedAt = Math.round(startsAt + around({ median: job.medianMs, random }));
    const error = hasError
      ? { statusCode: 503, errorCode: 'status_rejected' }
      : { statusCode: 200, errorCode: null };
    attempts.push({ startedAt: startsAt, endedAt, ...error, isReused: number === 1 && random() < 0.7 });
    if (error.errorCode === null || number === most) break;
    const pause = retryDelayMs({
      retry: number,
      ...error,
      errorCode: error.errorCode,
      retryAfterMs: null,
      random: random(),
    });
    startsAt = endedAt + pause;
    // Attempts at or after the next scheduled time, or in the future, were not made.
    isSuperseded = startsAt >= (next ?? Infinity) || startsAt >= now - minuteMs;
    if (isSuperseded) break;
  }
  const last = attempts.at(-1);
  const isSuccess = last?.errorCode === null;
  return {
    trigger,
    at,
    requestId: trigger === 'manual' ? randomUUID() : null,
    outcome: isSuccess ? 'success' : isSuperseded ? 'superseded' : 'failed',
    endedAt: last?.endedAt ?? at,
    attempts,
    verdict: verdictOn(last, job),
  };
}

const verdictOn = (last: PastAttempt | undefined, job: SeededJob) =>
  verdictOf({
    errorCode: last?.errorCode ?? null,
    statusCode: last?.statusCode ?? null,
    acceptedStatuses: null,
    criterion: 'status_code',
    timeoutSeconds: job.timeoutSeconds ?? 30,
  });

/** Mostly a few milliseconds; occasionally the machine was busy. */
function latenessMs(random: Random): number {
  const isBusy = random() < 0.01;
  return Math.round(isBusy ? 60 + 240 * random() : 2 + around({ median: 9, random }));
}
