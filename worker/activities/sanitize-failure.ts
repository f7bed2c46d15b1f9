import { ApplicationFailure, CompleteAsyncError } from '@temporalio/activity';
import { TemporalFailure } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { AppError } from '#domain/errors.ts';
import { errorCode } from '#server/error-text.server.ts';

/** Wraps all activities: Temporal keeps error messages for as long as a history lives. */
export const sanitizeFailures: ActivityInterceptorsFactory = () => ({
  inbound: {
    async execute(input, next) {
      try {
        return await next(input);
      } catch (error) {
        throw sanitizeFailure(error);
      }
    },
  },
});

/**
 * An error for Temporal: name, code and stack, without its cause; the message only if it is our own. Foreign messages
 * may quote their input (security.md section 7).
 */
export function sanitizeFailure(error: unknown): unknown {
  // Made for Temporal, the end of a canceled activity, or no error: the activity completes later, by its id.
  if (error instanceof TemporalFailure || error instanceof CompleteAsyncError) return error;
  if (error instanceof Error && error.name === 'AbortError') return error;
  const message = error instanceof AppError ? error.message : errorCode(error);
  const sanitized = ApplicationFailure.retryable(message, error instanceof Error ? error.name : typeof error);
  sanitized.stack = placesOf(error);
  return sanitized;
}

function placesOf(error: unknown): string {
  const lines = error instanceof Error ? (error.stack ?? '').split('\n') : [];
  return lines.filter((line) => /^ {4}at /.test(line)).join('\n');
}
