import { errorCatalogue } from '#domain/errors.ts';
import { expectedError } from './expected-error.server.ts';

/**
 * The answer without a body to an expected error, for what is no page and no call: pictures, streams, figures.
 * @throws whatever is not expected
 */
export function emptyResponse(error: unknown): Response {
  const expected = expectedError(error);
  if (!expected) throw error;
  return new Response(null, {
    status: errorCatalogue[expected.type].status,
    headers: { 'Cache-Control': 'no-store' },
  });
}
