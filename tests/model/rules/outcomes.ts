import { clockOf, type Ended, type Facts, isActiveIn, isTroubled, type Row } from './facts.ts';

const retriedStatuses = [408, 425, 429];
const dayMs = 86_400_000;

/** Outcome, reason and attempts of each execution fit each other and what happened. */
export function checkOutcomes(facts: Facts): string[] {
  const openLimitMs = 9 * 60_000;
  return facts.rows.flatMap((row) => {
    const errors = [...errorsOf({ facts, row })];
    // A catch-up begins long after its due time.
    const since = row.trigger === 'catch_up' ? (row.claimedAt ?? row.dueAt) : row.dueAt;
    if (row.outcome === null && since < facts.now - openLimitMs) errors.push('has not ended');
    return errors.map(
      (error) =>
        `Execution ${row.id} of job ${row.jobId} (${row.trigger}, due ${clockOf(row.dueAt)}, ${row.outcome ?? 'open'}, ` +
        `${row.reason ?? 'no reason'}, ${row.attempts.length} attempts) ${error}.`,
    );
  });
}

function* errorsOf({ facts, row }: { facts: Facts; row: Row }): Generator<string> {
  const { attempts, outcome, reason } = row;
  const changes = facts.changes.filter(({ jobId }) => jobId === row.jobId);
  const version = changes.find((change) => change.version === row.jobVersion);
  const retryCount = version?.retryCount ?? 0;
  const last = attempts.at(-1);
  const isScheduled = row.scheduledFor !== null;
  const endedAt = row.endedAt ?? facts.now;
  yield* pacesOf({ facts, row });
  if (attempts.length !== row.attemptCount) yield `counts ${row.attemptCount}`;
  if (attempts.some(({ number }, index) => number !== index + 1)) yield 'lacks an attempt';
  if (attempts.length > retryCount + 1) yield `may have ${retryCount + 1}`;
  if (row.startedAt !== null && row.startedAt < row.dueAt) yield 'started before it was due';
  switch (outcome) {
    case 'success':
      if (last?.errorCode !== null || last.statusCode !== 200) yield 'had no success';
      break;
    case 'failed': {
      if (!last || (last.errorCode === null && reason !== 'owner')) yield 'had no failure';
      const isSpent = attempts.length > retryCount;
      const wasStopped = reason === 'owner' || reason === 'tier';
      if (wasStopped) {
        // A pause since its last attempt ends it, however often the job was changed afterwards.
        const since = last?.endedAt ?? row.dueAt;
        const before = changes.filter(({ at }) => at <= endedAt);
        const recent = before.filter(
          (_, index) => index >= before.length - 2 || (before[index + 1]?.at ?? Infinity) >= since,
        );
        const isStopped = facts.stopped.has(row.id);
        // So does one that has ended meanwhile.
        const isOn = (change: (typeof recent)[number]) => isActiveIn(change, Math.max(change.at, row.dueAt));
        if (!isStopped && recent.every((change) => isActiveIn(change, endedAt) && isOn(change)))
          yield 'was not ended by its owner';
      } else if (!isSpent && isRepeated(last)) yield 'was not retried';
      break;
    }
    case 'superseded':
      if (!isScheduled) yield 'has no next fire';
      if (attempts.length > retryCount) yield 'had no attempt left';
      if (row.deadlineAt === null) yield 'had no next fire';
      break;
    case 'skipped':
      if (attempts.length > 0) yield 'was called';
      if (reason === 'overlap' && !hadCompany({ facts, row })) yield 'had no call beside it';
      break;
    case 'missed':
      if (attempts.length > 0 || !isScheduled) yield 'was called';
      break;
    case 'unknown':
      if (reason === 'outage') break;
      if (attempts.length <= retryCount) yield 'had attempts left';
      if (last?.errorCode !== 'worker_lost') yield 'had a response';
      if (!isTroubled(facts, endedAt)) yield 'lost its worker, and nothing was wrong';
      break;
    default:
  }
  const skip = facts.skips.find((one) => one.jobId === row.jobId && one.scheduledFor === row.scheduledFor);
  if (skip && attempts.length > 0 && (row.claimedAt ?? 0) > skip.at) yield 'should have been skipped';
  if (row.trigger === 'catch_up') {
    const lateMs = (row.claimedAt ?? row.endedAt ?? 0) - row.dueAt;
    if (lateMs > 3_600_000 + 1000) yield 'was caught up after more than an hour';
    const rules = changes.filter(({ at }) => at <= (row.claimedAt ?? facts.now)).slice(-2);
    if (rules.every(({ catchUp }) => catchUp === 'none')) yield 'was caught up against its policy';
  }
}

/** After the last step everything works, and calls in flight have time to end. */
const settlingMs = 60_000;
/** The shortest waits before the second, third and fourth attempt, and after a timeout or a 429. */
const shortestMs = [4_000, 12_000, 36_000];
const patientMs = 30_000;

/** A call is in flight no longer than allowed, and the next attempt starts no sooner than allowed. */
function* pacesOf({ facts, row }: { facts: Facts; row: Row }): Generator<string> {
  const claims = facts.claims.filter(({ executionId }) => executionId === row.id);
  const timeoutMs =
    1000 *
    Math.max(0, ...facts.changes.filter(({ jobId }) => jobId === row.jobId).map((one) => one.timeoutSeconds));
  const lastAt = claims.at(-1)?.at ?? null;
  const isOut = row.outcome === null && row.retryAt === null && lastAt !== null;
  if (isOut && lastAt + timeoutMs + settlingMs < facts.now)
    yield 'is in flight longer than its call may take';
  if (facts.hurried.has(row.id)) return;
  for (const [index, { errorCode, statusCode, endedAt }] of row.attempts.entries()) {
    const next = claims.find(({ number }) => number === index + 2);
    if (!next || endedAt === null || errorCode === null || errorCode === 'worker_lost') continue;
    const isPatient = errorCode === 'timeout' || statusCode === 429;
    const leastMs = Math.max(shortestMs[index] ?? 0, isPatient ? patientMs : 0);
    if (next.at < endedAt + leastMs) yield `made attempt ${index + 2} too soon`;
  }
}

function isRepeated(last: Row['attempts'][number] | undefined): boolean {
  if (!last?.errorCode) return false;
  if (last.errorCode !== 'status_rejected') return true;
  return last.statusCode !== null && (retriedStatuses.includes(last.statusCode) || last.statusCode >= 500);
}

/** The longest outage of a database in these histories, plus the time to write held results. */
const keptLimitMs = 180_000;

/** A call of the job was in flight, or another fire queued, when it was skipped. */
function hadCompany({ facts, row }: { facts: Facts; row: Row }): boolean {
  const at = row.endedAt ?? 0;
  // An outcome is kept while the database is down: until then the ledger shows the call as in flight.
  const keptMs = isTroubled(facts, at) ? keptLimitMs : 0;
  return facts.rows.some(
    (other) =>
      other.id !== row.id &&
      other.jobId === row.jobId &&
      other.attempts.length + (other.outcome === 'skipped' ? 1 : 0) > 0 &&
      (other.claimedAt ?? other.dueAt) <= at &&
      at <= (other.endedAt ?? facts.now) + keptMs,
  );
}

/** The daily statistics agree with the ledger. */
export function checkStatistics(facts: Facts): string[] {
  const outcomes = ['success', 'failed', 'superseded', 'skipped', 'missed', 'unknown', 'skippedByOwner'];
  const counted = new Map<string, number>();
  const add = (key: string, count: number) => counted.set(key, (counted.get(key) ?? 0) + count);
  for (const { jobId, day, ...stat } of facts.stats)
    for (const outcome of outcomes) add(`job ${jobId} on ${day}: ${outcome}`, Number(stat[outcome]));
  for (const row of facts.rows) {
    if (row.outcome === null) continue;
    const days = row.missedUntil === null ? [row.dueAt] : countedDays(row);
    for (const [index, at] of days.entries()) {
      const count = index === 0 ? (row.missedCount ?? 1) : 0;
      const key = `job ${row.jobId} on ${new Date(at).toISOString().slice(0, 10)}`;
      add(`${key}: ${row.outcome}`, -count);
      if (row.outcome === 'skipped' && row.reason === 'owner') add(`${key}: skippedByOwner`, -count);
    }
  }
  // A counted row over midnight belongs to two days.
  if (facts.rows.some((row) => row.missedUntil !== null && countedDays(row).length > 1)) return [];
  return [...counted]
    .filter(([, off]) => off !== 0)
    .map(([key, off]) => `The statistics of ${key} are off by ${off}.`);
}

function countedDays({ dueAt, missedUntil }: Row): number[] {
  const days: number[] = [];
  for (let at = dueAt; at <= (missedUntil ?? dueAt); at += dayMs) days.push(at);
  const last = missedUntil ?? dueAt;
  if (Math.floor(last / dayMs) !== Math.floor((days.at(-1) ?? 0) / dayMs)) days.push(last);
  return days;
}

/** The failures in a row match the outcomes. */
export function checkStreaks(facts: Facts): string[] {
  // For executions closed by a restore it is unknown whether the target failed.
  const restored = new Set<number | null>(
    facts.rows.filter((row) => row.outcome === 'unknown' && row.reason === 'outage').map(({ id }) => id),
  );
  const ends = new Map<number | null, number>(facts.rows.map((row) => [row.id, row.endedAt ?? 0]));
  const endOf = ({ executionId }: Ended) => ends.get(executionId) ?? 0;
  return facts.jobs.flatMap(({ id, failureStreak }) => {
    const own = facts.ended.filter(
      ({ jobId, is, executionId }) =>
        jobId === id && is !== 'skipped' && is !== 'missed' && !restored.has(executionId),
    );
    // Ends within one transaction are ordered by their end times.
    const sorted = own
      .map((end, order) => ({ end, order: own.findIndex(({ tx }) => tx === end.tx) * 1e6 + order }))
      .sort((a, b) => (a.end.tx === b.end.tx ? endOf(a.end) - endOf(b.end) : a.order - b.order));
    const last = sorted.findLastIndex(({ end }) => end.is === 'success' || end.is === 'pause');
    const streak = sorted.length - 1 - last;
    return streak === failureStreak
      ? []
      : [`Job ${id} counts ${failureStreak} failures in a row; there were ${streak}.`];
  });
}
