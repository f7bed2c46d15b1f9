import { countEnds } from './count-ends.server.ts';
import { insertFires, type InsertedFire } from './insert-fires.server.ts';
import type { MissedRow } from './judge-past.server.ts';
import type { LockedState } from './lock-jobs.server.ts';
import { tellMissed } from './tell-missed.server.ts';
import type { Client } from './transaction.server.ts';

export interface MissedFires {
  jobId: number;
  rows: MissedRow[];
}

/** Rows a statement: a thousand minutely jobs that were out for an hour are sixty thousand. */
const chunkRows = 5_000;

/** Writes the fires that an outage swallowed, counts them to their days, and owes their owners a word. */
export async function writeMissed({
  client,
  states,
  jobs,
  now,
}: {
  client: Client;
  states: LockedState[];
  jobs: MissedFires[];
  now: number;
}): Promise<void> {
  const rows = jobs.flatMap((job) => job.rows.map((row) => ({ ...row, jobId: job.jobId })));
  const written: InsertedFire[] = [];
  for (let start = 0; start < rows.length; start += chunkRows) {
    const chunk = rows.slice(start, start + chunkRows);
    const inserted = await insertFires({ client, workerId: null, now, fires: chunk.map(missedFire) });
    const ids = new Map(inserted.map((row) => [`${row.jobId}|${row.scheduledFor.getTime()}`, row.id]));
    const ends = chunk.flatMap(({ jobId, scheduledFor, instants }) => {
      const executionId = ids.get(`${jobId}|${scheduledFor}`);
      if (executionId === undefined) return [];
      return instants.map((at) => ({ ...missedEnd, executionId, jobId, at, endedAt: now }));
    });
    await countEnds({ client, states, ends });
    written.push(...inserted);
  }
  if (written.length > 0) await tellMissed({ client, states, written, now });
}

function missedFire({ jobId, scheduledFor, version, missedUntil, instants }: MissedRow & { jobId: number }) {
  return {
    jobId,
    trigger: 'schedule' as const,
    scheduledFor,
    version,
    isQueued: false,
    end: { outcome: 'missed', reason: 'outage' } as const,
    missedUntil,
    missedCount: missedUntil === null ? null : instants.length,
  };
}

const missedEnd = {
  trigger: 'schedule',
  outcome: 'missed',
  startedAt: null,
  durationMs: null,
  latenessMs: null,
  statusCode: null,
  errorCode: null,
} as const;
