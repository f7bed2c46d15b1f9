import { errorCatalogue } from '#domain/errors.ts';
import { expectedError } from './expected-error.server.ts';

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
