import { db } from '#server/database/db.server.ts';
import type { CallHop } from '#server/outbound/types.ts';

/**
 * The attempts of many executions in their order, by execution, each with what the target answered; null where nothing
 * came. An answer has 64 KiB at most: ask for few at a time.
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

/** An attempt as it is kept, with its answer. */
export type KeptAttempt = ReturnType<Awaited<ReturnType<typeof attemptsOf>>>[number];
