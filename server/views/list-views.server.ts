import { db } from '#server/database/db.server.ts';

export interface SavedView {
  id: number;
  name: string;
  /** The search part of the list's address, without "?". */
  query: string;
  createdAt: Date;
}

/** The saved views of an account by name, ignoring case. */
export async function listViews({ userId }: { userId: number }): Promise<SavedView[]> {
  const views = await db().savedView.findMany({
    where: { userId },
    select: { id: true, name: true, query: true, createdAt: true },
  });
  return views.sort((one, other) => one.name.localeCompare(other.name, 'en'));
}
