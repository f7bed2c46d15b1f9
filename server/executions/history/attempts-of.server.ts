import { db } from '#server/database/db.server.ts';
import type { CallHop } from '#server/outbound/types.ts';

/**
 * Attempts of many executions in order, by execution, each with the target's response, or null without one. A response
 * has up to 64 KiB: load few at a time.
 * @param ids of executions whose owner has been checked
 */
export async function attemptsOf(ids: number[]) {
  const rows = await db().attempt.findMany({
    where: { executionId: { in: ids } },
    orderBy: [{ executionId: 'asc' }, { number: 'asc' }],
    omit: { workerId: true },
    include: {
      body: {
        select: { headers: true, body: true, bytes: true, isTruncated: true, isBinary: true, sha256: true },
      },
    },
  });
  const listed = rows.map(({ executionId, body, ...attempt }) => ({
    ...attempt,
    hops: attempt.hops as CallHop[] | null,
    executionId: Number(executionId),
    response: body && { ...body, headers: body.headers as Record<string, string> },
  }));
  return (id: number) => listed.filter(({ executionId }) => executionId === id);
}

/** A stored attempt with its response. */
export type KeptAttempt = ReturnType<Awaited<ReturnType<typeof attemptsOf>>>[number];
