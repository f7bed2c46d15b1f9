import { countEnds } from './count-ends.server.ts';
import { insertFires } from './insert-fires.server.ts';
import type { MissedRow } from './judge-past.server.ts';
import type { LockedState } from './lock-jobs.server.ts';
import type { Client } from './transaction.server.ts';

export interface MissedFires {
  jobId: number;
  rows: MissedRow[];
}

/** Rows a statement: a thousand minutely jobs that were out for an hour are sixty thousand. */
const chunkRows = 5_000;

/** Writes the fires that an outage swallowed, and counts them to their days. */
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
  for (let start = 0; start < rows.length; start += chunkRows) {
    const chunk = rows.slice(start, start + chunkRows);
    const inserted = await insertFires({
      client,
      workerId: null,
      now,
      fires: chunk.map(({ jobId, scheduledFor, version, missedUntil, instants }) => ({
        jobId,
        trigger: 'schedule',
        scheduledFor,
        version,
        isQueued: false,
        end: { outcome: 'missed', reason: 'outage' },
        missedUntil,
        missedCount: missedUntil === null ? null : instants.length,
      })),
    });
    const written = new Set(inserted.map(({ jobId, scheduledFor }) => `${jobId}|${scheduledFor.getTime()}`));
    const ends = chunk
      .filter(({ jobId, scheduledFor }) => written.has(`${jobId}|${scheduledFor}`))
      .flatMap(({ jobId, instants }) => instants.map((at) => ({ ...missedEnd, jobId, at, endedAt: now })));
    await countEnds({ client, states, ends });
  }
}

const missedEnd = {
  outcome: 'missed',
  startedAt: null,
  durationMs: null,
  latenessMs: null,
  statusCode: null,
} as const;
