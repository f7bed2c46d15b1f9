import type { Tier } from '#domain/plan.ts';
import { db, type Tx } from '#server/database/db.server.ts';
import { lockOwner } from '#server/jobs/access/lock-owner.server.ts';
import { savesOf } from '#server/jobs/access/owner-turns.server.ts';
import type { JobRow, Owner } from '#server/jobs/types.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

const jobsAtOnce = 500;

/**
 * Changes many jobs, 500 in a transaction: the owner's other saves and the engine's writes wait. Ids of others are
 * ignored and leave a trace.
 * @param run gets jobs in the requested order
 */
export async function withOwnedJobs<Result>({
  owner,
  jobIds,
  run,
}: {
  owner: Owner;
  jobIds: number[];
  run: (owned: { tx: Tx; jobs: JobRow[]; tier: Tier }) => Promise<Result>;
}): Promise<Result[]> {
  const ids = [...new Set(jobIds)];
  const results: Result[] = [];
  let found = 0;
  for (let at = 0; at < ids.length; at += jobsAtOnce) {
    const part = ids.slice(at, at + jobsAtOnce);
    const { result, count } = await savesOf(owner.id).$transaction(async (tx) => {
      const { tier } = await lockOwner({ tx, ownerId: owner.id });
      await tx.$queryRaw`
        select "id" from "Job" where "id" = any(${part}::int[]) and "ownerId" = ${owner.id}
        order by "id" for update`;
      const rows = await tx.job.findMany({
        where: { id: { in: part }, ownerId: owner.id, deletedAt: null },
      });
      const byId = new Map(rows.map((row) => [row.id, row]));
      const jobs = part.flatMap((id) => byId.get(id) ?? []);
      return { result: await run({ tx, jobs, tier }), count: jobs.length };
    });
    results.push(result);
    found += count;
  }
  if (found < ids.length) await recordForeign({ owner, jobIds: ids });
  return results;
}

async function recordForeign({ owner, jobIds }: { owner: Owner; jobIds: number[] }): Promise<void> {
  const { id: actorId, request } = owner;
  const where = { id: { in: jobIds }, ownerId: { not: actorId }, deletedAt: null };
  const foreign = await db().job.findFirst({ where, select: { id: true } });
  if (!foreign) return;
  const event = { code: 'foreign_id', actorId, subjectId: foreign.id } as const;
  await recordEvent({ tx: db(), ...event, ...(request && { request }) });
}
