import { data } from '@remix-run/node';
import type { ErrorPageData } from '#app/protocol/error-facts.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import { toScreenToast } from '#domain/error-toast.ts';
import { AppError, errorCatalogue } from '#domain/errors.ts';
import { recordDependencyDown } from '#server/security-log/record-dependency-down.server.ts';

/**
 * The expected error behind a thrown value, or null for a bug. An unreachable database is expected: the user sees the
 * error within seconds.
 */
export function expectedError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  const problem = databaseError(error);
  if (!problem) return null;
  if (problem === 'away') recordDependencyDown('database');
  return new AppError('database_error', { cause: error });
}

/** Data for an error boundary: the catalogue's text, or the error's own. */
export function errorPage({ error, request }: { error: AppError; request: Request }) {
  const { status } = errorCatalogue[error.type];
  const page: ErrorPageData = {
    type: error.type,
    ...toScreenToast({ error }),
    requestId: requestFacts(request).id,
  };
  return data(page, { status });
}

const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'P1001',
  'P1002',
  'P1008',
  'P1017',
]);
// PostgreSQL: connection exceptions, shutting down.
const awayCodes = /^(?:08\w{3}|57P0[1-3])$/;
// Too many connections, a statement over its time: it is there.
const busyCodes = /^(?:53300|57014|P2024)$/;
const unreached = /DatabaseNotReachable|Connection terminated|Query read timeout/;
// Errors without their own code. Prisma has one code for transactions that timed out and for misused ones; an exhausted
// pool reports the same as an unreachable database.
const overdue =
  /timeout exceeded when trying to connect|on an expired transaction|start a transaction in the given time/;

/** Distinguishes an unreachable database from one that is too slow for this request; null for any other error. */
function databaseError(error: unknown): 'away' | 'busy' | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const { code, meta } = at as {
      code?: unknown;
      meta?: { driverAdapterError?: { cause?: { originalCode?: unknown } } };
    };
    const codes = [code, meta?.driverAdapterError?.cause?.originalCode].filter(
      (one) => typeof one === 'string',
    );
    if (codes.some((one) => connectionCodes.has(one) || awayCodes.test(one))) return 'away';
    if (codes.some((one) => busyCodes.test(one))) return 'busy';
    if (unreached.test(at.message)) return 'away';
    if (overdue.test(at.message)) return 'busy';
  }
  return null;
}

/**
 * The response without a body to an expected error, for pictures, streams and figures.
 * @throws any unexpected error
 */
export function emptyResponse(error: unknown): Response {
  const expected = expectedError(error);
  if (!expected) throw error;
  return new Response(null, {
    status: errorCatalogue[expected.type].status,
    headers: { 'Cache-Control': 'no-store' },
  });
}
