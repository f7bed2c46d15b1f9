import type { ApiStatus } from '#domain/execution.ts';

/** The rows of a status among those of a history, for statements that select from "Execution" e. */
export const conditions: Record<'all' | ApiStatus, string> = {
  all: '',
  success: `and e."outcome" = 'success'`,
  failed: `and e."outcome" in ('failed', 'superseded', 'unknown')`,
  running: `and e."outcome" is null`,
  not_run: `and e."outcome" in ('skipped', 'missed')`,
};
