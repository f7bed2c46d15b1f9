import type { ListedView } from '#app/components/job/list/saved-views.ts';
import { useFound } from './use-found.ts';

/** Saved views with every typed word in their names. */
export function useFoundViews(typed: string): ListedView[] {
  const views = useFound<ListedView>({ path: '/dashboard/views/find', isTyped: false });
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return views.filter(({ name }) => words.every((word) => `view ${name}`.toLowerCase().includes(word)));
}
