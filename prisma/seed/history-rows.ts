import type { Random } from './random.ts';
import type { PastExecution } from './simulate.ts';

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

const reasons: Partial<Record<PastExecution['outcome'], string>> = { missed: 'outage', skipped: 'owner' };

/** Columns of an execution. */
export function executionRow({ id, jobId, past }: { id: number; jobId: number; past: PastExecution }) {
  const [first] = past.attempts;
  const last = past.attempts.at(-1);
  return {
    id,
    jobId,
    trigger: past.trigger,
    scheduledFor: past.trigger === 'manual' ? null : iso(past.at),
    dueAt: iso(past.at),
    requestId: past.requestId,
    jobVersion: 1,
    outcome: past.outcome,
    reason: reasons[past.outcome] ?? null,
    claimedAt: first ? iso(past.trigger === 'schedule' ? past.at - 300 : first.startedAt) : null,
    startedAt: first ? iso(first.startedAt) : null,
    endedAt: iso(past.endedAt),
    latenessMs: first ? first.startedAt - past.at : null,
    durationMs: first ? past.endedAt - first.startedAt : null,
    attemptCount: past.attempts.length,
    statusCode: last?.statusCode ?? null,
    errorCode: last?.errorCode ?? null,
    verdict: past.verdict,
  };
}

/** Columns of its attempts. */
export function attemptRows({ id, past, random }: { id: number; past: PastExecution; random: Random }) {
  return past.attempts.map(({ startedAt, endedAt, statusCode, errorCode, isReused }, index) => {
    const durationMs = endedAt - startedAt;
    const connectMs = isReused ? null : 0.2 + random();
    const downloadMs = Math.min(1.5, durationMs * 0.1);
    return {
      executionId: id,
      number: index + 1,
      startedAt: iso(startedAt),
      endedAt: iso(endedAt),
      durationMs,
      connectMs,
      waitMs: Math.max(0, durationMs - downloadMs - (connectMs ?? 0)),
      downloadMs,
      isReused,
      remoteAddress: '127.0.0.1',
      statusCode,
      errorCode,
    };
  });
}

/** Columns of a target's response. */
export function bodyRows({ id, past }: { id: number; past: PastExecution }) {
  return past.attempts.map(({ statusCode, endedAt }, index) => {
    const body = JSON.stringify(statusCode === 200 ? { ok: true, at: iso(endedAt) } : { status: statusCode });
    return {
      executionId: id,
      number: index + 1,
      headers: {
        'content-type': 'application/json',
        'content-length': String(body.length),
        date: new Date(endedAt).toUTCString(),
      },
      body,
      bytes: body.length,
      isTruncated: false,
      isBinary: false,
    };
  });
}
