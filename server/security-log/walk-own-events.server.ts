import { db } from '#server/database/db.server.ts';
import type { SecurityEvent } from '#server/generated/client.ts';

/** An entry of the security log as its actor may read it. */
export type OwnEvent = Pick<
  SecurityEvent,
  'at' | 'type' | 'code' | 'message' | 'path' | 'ip' | 'userAgent' | 'count'
>;

const pageSize = 500;

/** The entries with an account as actor, oldest first, page by page. */
export async function* walkOwnEvents({ actorId }: { actorId: number }): AsyncGenerator<OwnEvent[]> {
  for (let after = 0n; ;) {
    const rows = await db().securityEvent.findMany({
      where: { actorId, id: { gt: after } },
      orderBy: { id: 'asc' },
      take: pageSize,
      select: {
        id: true,
        at: true,
        type: true,
        code: true,
        message: true,
        path: true,
        ip: true,
        userAgent: true,
        count: true,
      },
    });
    yield rows;
    const last = rows.at(-1);
    if (rows.length < pageSize || !last) return;
    after = last.id;
  }
}
