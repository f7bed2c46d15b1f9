import { db } from '#server/database/db.server.ts';

/** A browser that failures are pushed to. */
export interface PushBrowser {
  id: number;
  /** SHA-256 of its address: by it a page knows its own browser. */
  endpointHash: string;
  userAgent: string | null;
  createdAt: Date;
}

/** The browsers of an account that failures are pushed to, newest first. */
export async function listPushBrowsers({ userId }: { userId: number }): Promise<PushBrowser[]> {
  return db().pushSubscription.findMany({
    where: { userId },
    orderBy: { id: 'desc' },
    select: { id: true, endpointHash: true, userAgent: true, createdAt: true },
  });
}
