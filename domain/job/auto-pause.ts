import { hourMs } from '#domain/time/units.ts';

export const goneInARow = 3;
export const failuresInARow = 100;
export const failingForMs = 72 * hourMs;
const warnedAt = new Set([50, 70, 90]);

/** Effect of consecutive failures on a job, once an execution has ended. */
export interface FailureStreak {
  /** Failures in a row; superseded and unknown count, missed and skipped do not. */
  failures: number;
  /** When the first of them ended, UTC milliseconds; null without one. */
  since: number | null;
  /** Answers of 410 in a row the job's accepted statuses refuse. */
  gone: number;
  now: number;
}

/**
 * Reason to pause a job that keeps failing, for its owner; null if there is none (engine.md section 4): three
 * consecutive responses of 410, or 100 consecutive failures over 72 hours.
 */
export function autoPauseReason({ failures, since, gone, now }: FailureStreak): string | null {
  if (gone >= goneInARow) return 'The target responded with 410 (Gone) three times in a row.';
  if (failures < failuresInARow || since === null || now - since < failingForMs) return null;
  return `${failures.toLocaleString('en-US')} executions in a row failed over ${Math.floor((now - since) / hourMs)} hours.`;
}

/** Reports whether the owner is warned at this failure in a row: 50, 70 and 90 of the 100 (security.md section 10). */
export function isPauseWarned(failures: number): boolean {
  return warnedAt.has(failures);
}
