import { insertFires, type InsertedFire } from '#server/executions/ledger/insert-fires.server.ts';
import type { LockedTx } from '#server/executions/ledger/lock-jobs.server.ts';
import { readSkips } from '#server/executions/ledger/skips.server.ts';
import { recordCompletions } from '#server/executions/recording/record-completions.server.ts';
import type { MissedRow } from './classify-due-fires.server.ts';
import { notifyMissed } from './notify-missed.server.ts';

export interface MissedFires {
  jobId: number;
  rows: MissedRow[];
}

/** Rows a statement: a thousand minutely jobs out for an hour are sixty thousand. */
const chunkRows = 5_000;

/**
 * Writes the fires missed in an outage, counts them to their days, and enqueues notifications. A fire that its owner
 * skipped becomes skipped, without a notification.
 */
export async function writeMissed({
  client,
  states,
  jobs,
  now,
}: LockedTx & {
  jobs: MissedFires[];
}): Promise<void> {
  const rows = jobs.flatMap((job) => job.rows.map((row) => ({ ...row, jobId: job.jobId })));
  const written: InsertedFire[] = [];
  for (let start = 0; start < rows.length; start += chunkRows) {
    const chunk = rows.slice(start, start + chunkRows);
    const skips = new Set((await readSkips({ client, fires: chunk })).map(keyOf));
    const fires = chunk.map((row) => missedFire({ ...row, isSkipped: isSkipped({ row, skips }) }));
    const inserted = await insertFires({ client, workerId: null, now, fires });
    const ids = new Map(inserted.map((row) => [keyOf(row), row.id]));
    const completed = chunk.flatMap((row) => {
      const { jobId, scheduledFor, instants } = row;
      const executionId = ids.get(keyOf({ jobId, scheduledFor: new Date(scheduledFor) }));
      if (executionId === undefined) return [];
      const end = isSkipped({ row, skips }) ? skippedByOwner : missedByOutage;
      return instants.map((at) => ({ ...missedEnd, ...end, executionId, jobId, at, endedAt: now }));
    });
    await recordCompletions({ client, states, completed });
    written.push(...inserted.filter((row) => !skips.has(keyOf(row))));
  }
  if (written.length > 0) await notifyMissed({ client, states, written, now });
}

const keyOf = ({ jobId, scheduledFor }: { jobId: number; scheduledFor: Date }) =>
  `${jobId}|${scheduledFor.getTime()}`;

function isSkipped({ row, skips }: { row: MissedRow & { jobId: number }; skips: Set<string> }): boolean {
  return row.missedUntil === null && skips.has(keyOf({ ...row, scheduledFor: new Date(row.scheduledFor) }));
}

function missedFire({
  jobId,
  scheduledFor,
  version,
  missedUntil,
  instants,
  isSkipped,
}: MissedRow & { jobId: number; isSkipped: boolean }) {
  return {
    jobId,
    trigger: 'schedule' as const,
    scheduledFor,
    version,
    isQueued: false,
    end: isSkipped ? skippedByOwner : missedByOutage,
    missedUntil,
    missedCount: missedUntil === null ? null : instants.length,
  };
}

const missedByOutage = { outcome: 'missed', reason: 'outage' } as const;
const skippedByOwner = { outcome: 'skipped', reason: 'owner' } as const;

const missedEnd = {
  trigger: 'schedule',
  startedAt: null,
  durationMs: null,
  latenessMs: null,
  statusCode: null,
  errorCode: null,
} as const;
