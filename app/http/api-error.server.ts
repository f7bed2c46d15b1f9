import { errorCatalogue, type ErrorType } from '#domain/errors.ts';

/** An error in the envelope of the API (D19): no cookie, no page. */
export function apiError({
  type,
  message = errorCatalogue[type].text,
  details = {},
  headers = {},
}: {
  type: ErrorType;
  message?: string;
  details?: Record<string, unknown>;
  headers?: Record<string, string>;
}): Response {
  const body = { success: false, data: null, error: { type, message, details } };
  return Response.json(body, { status: errorCatalogue[type].status, headers });
}
