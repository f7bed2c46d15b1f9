import { db } from '#server/database/db.server.ts';
import type { Prisma } from '#server/generated/client.ts';

export const minuteMs = 60_000;
export const dayMs = 86_400_000;

type Given = { jobId: number; at: number } & Partial<Prisma.ExecutionUncheckedCreateInput>;

/** An ended scheduled run in the ledger and in the count of its day, as the recorder writes both. */
export async function aRun({ jobId, at, outcome = 'success', ...given }: Given): Promise<number> {
  const due = new Date(at);
  const { id } = await db().execution.create({
    data: {
      ...{
        jobId,
        outcome,
        trigger: 'schedule',
        scheduledFor: due,
        dueAt: due,
        startedAt: due,
        jobVersion: 1,
      },
      ...{ endedAt: outcome === null ? null : due, latenessMs: 20, durationMs: 100 },
      ...given,
    },
  });
  if (outcome !== null) await countEnd({ jobId, at, outcome });
  return Number(id);
}

/** The count that the end of a run adds to its day. */
export async function countEnd({
  jobId,
  at,
  outcome,
}: {
  jobId: number;
  at: number;
  outcome: NonNullable<Prisma.ExecutionUncheckedCreateInput['outcome']>;
}): Promise<void> {
  const day = new Date(Math.floor(at / dayMs) * dayMs);
  await db().dailyStat.upsert({
    where: { jobId_day: { jobId, day } },
    create: { jobId, day, [outcome]: 1 },
    update: { [outcome]: { increment: 1 } },
  });
}
