import { parseId } from '#domain/ids.ts';
import { listViews, type SavedView } from '#server/views/list-views.server.ts';

/** The saved view the list's form was sent with; null for none and for a deleted one. */
export async function chosenView({
  userId,
  id: text,
}: {
  userId: number;
  id: string | null;
}): Promise<SavedView | null> {
  const id = parseId(text ?? undefined);
  if (id === null) return null;
  return (await listViews({ userId })).find((view) => view.id === id) ?? null;
}
