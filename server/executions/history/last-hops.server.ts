import { db } from '#server/database/db.server.ts';
import type { CallHop } from '#server/outbound/types.ts';

/** The redirects the last attempt of an execution followed, secrets masked. */
export async function lastHops({ executionId }: { executionId: number }): Promise<CallHop[]> {
  const last = await db().attempt.findFirst({
    where: { executionId },
    orderBy: { number: 'desc' },
    select: { hops: true },
  });
  return (last?.hops ?? []) as unknown as CallHop[];
}
