import type { ApiStatus } from '#domain/outcome.ts';
import { failedOutcomes, notRunOutcomes } from '#server/database/sql-lists.ts';

/** The rows of a status among those of a history, for statements that select from "Execution" e. */
export const conditions: Record<'all' | ApiStatus, string> = {
  all: '',
  success: `and e."outcome" = 'success'`,
  failed: `and e."outcome" in ${failedOutcomes}`,
  running: `and e."outcome" is null`,
  not_run: `and e."outcome" in ${notRunOutcomes}`,
};
