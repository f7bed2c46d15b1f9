import { type Declaration, problemType } from '#app/http/api/openapi/declaration.ts';
import { type HeaderName, headersNamed } from '#app/http/api/openapi/open-api-headers.ts';
import type { JsonSchema, ResponseObject, SchemaReference } from '#app/presenters/api-docs/open-api-types.ts';
import { errorCatalogue, type ErrorType } from '#domain/errors.ts';

const requestId = '4f0c1d2e-7a8b-4c9d-8e1f-203142536475';

const exampleDetails: Partial<Record<ErrorType, Record<string, unknown>>> = {
  validation_error: { name: 'Give the job a name.' },
  authorization_error: { limit: 10, used: 10 },
  rate_limit: { policy: 'read', limit: 300, window_seconds: 60, retry_after: 41 },
};

const furtherHeaders: Partial<Record<ErrorType, readonly HeaderName[]>> = {
  authentication_error: ['WWW-Authenticate'],
  rate_limit: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  database_error: ['Retry-After'],
};

const details: JsonSchema = {
  type: 'object',
  description:
    'Of a validation_error the sentence for each field; else what is known, such as limit and used.',
  additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
};

/** The error envelope, and the problem of RFC 9457 for its Accept header. */
export const errorSchemas: Record<string, JsonSchema> = {
  Error: {
    type: 'object',
    description: 'The error envelope.',
    properties: {
      success: { const: false },
      data: { type: 'null' },
      error: {
        type: 'object',
        properties: {
          type: { type: 'string', enum: Object.keys(errorCatalogue) },
          message: { type: 'string', description: 'For people.' },
          details,
        },
        required: ['type', 'message', 'details'],
      },
    },
    required: ['success', 'data', 'error'],
  },
  Problem: {
    type: 'object',
    description: 'The error in RFC 9457 format, for `Accept: application/problem+json`.',
    properties: {
      type: { type: 'string', pattern: '^https?://.+/docs/errors#[a-z_]+$' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string', description: 'For people.' },
      instance: { type: 'string', pattern: '^urn:uuid:' },
      details,
    },
    required: ['type', 'title', 'status', 'detail', 'instance', 'details'],
  },
};

/**
 * Each error of the catalogue as a response.
 * @param origin where this service is reached: the types of problems are pages there
 */
export function errorResponses(origin: string): Record<string, ResponseObject> {
  const types = Object.keys(errorCatalogue) as ErrorType[];
  return Object.fromEntries(types.map((type) => [type, errorResponse({ origin, type })]));
}

function errorResponse({ origin, type }: { origin: string; type: ErrorType }): ResponseObject {
  const { status, title, text: message } = errorCatalogue[type];
  const shown = exampleDetails[type] ?? {};
  return {
    description: `${title}: ${type}.`,
    headers: headersNamed(['X-Request-Id', ...(furtherHeaders[type] ?? [])]),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        example: { success: false, data: null, error: { type, message, details: shown } },
      },
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        example: {
          type: problemType({ origin, type }),
          title,
          status,
          detail: message,
          instance: `urn:uuid:${requestId}`,
          details: shown,
        },
      },
    },
  };
}

/** Errors of a call: by its kind, and from its declaration. */
export function errorsOf({
  declaration,
  method,
  path,
}: {
  declaration: Declaration;
  method: string;
  path: string;
}): Record<string, SchemaReference> {
  const { access, errors = [], isConditional } = declaration;
  const types: ErrorType[] = [
    'validation_error',
    'rate_limit',
    'internal_error',
    'database_error',
    ...errors,
  ];
  if (access) types.push('authentication_error', 'authorization_error');
  if (path.includes('{')) types.push('not_found');
  if (method !== 'get') types.push('payload_too_large', 'unsupported_media_type');
  // For an Idempotency-Key used for another request.
  if (declaration.isMadeOnce) types.push('conflict');
  if (isConditional) types.push('precondition_failed');
  const known = [...new Set(types)].sort((a, b) => errorCatalogue[a].status - errorCatalogue[b].status);
  return Object.fromEntries(
    known.map((type) => [String(errorCatalogue[type].status), { $ref: `#/components/responses/${type}` }]),
  );
}
