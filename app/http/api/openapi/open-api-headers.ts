import type { HeaderObject, Parameter, SchemaReference } from '#app/presenters/api-docs/open-api-types.ts';

const text = { type: 'string' };

/** Headers of responses, by name. */
export const responseHeaders = {
  'X-Request-Id': {
    description: 'Identifies this request in our logs.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  ETag: {
    description: 'The version of the resource; for a job it begins with its version number.',
    required: true,
    schema: { type: 'string', pattern: '^"[\\w-]+"$' },
  },
  RateLimit: {
    description: 'Remaining requests under the limit that applies: `"read";r=299;t=60`.',
    required: true,
    schema: { type: 'string', pattern: '^"[a-z_]+";r=\\d+;t=\\d+$' },
  },
  'RateLimit-Policy': {
    description: 'That limit: `"read";q=300;w=60` is 300 requests in 60 seconds.',
    required: true,
    schema: { type: 'string', pattern: '^"[a-z_]+";q=\\d+;w=\\d+$' },
  },
  'Retry-After': {
    description: 'Seconds to wait.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  'WWW-Authenticate': { description: 'Requires a bearer credential.', required: true, schema: text },
  Link: {
    description: 'Links to the first, prev, next and last page (RFC 8288).',
    required: true,
    schema: text,
  },
  Location: {
    description: 'URL of the new resource.',
    required: true,
    schema: { type: 'string', pattern: '^/api/v1/' },
  },
  'Idempotency-Replayed': {
    description:
      'The same request was made before with this Idempotency-Key; this is the result of the first one.',
    schema: { type: 'string', const: 'true' },
  },
} satisfies Record<string, HeaderObject>;

export type HeaderName = keyof typeof responseHeaders;

/** References to headers of the components. */
export function headersNamed(names: readonly HeaderName[]): Record<string, SchemaReference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Headers that calls take, as components. */
export const requestHeaders = {
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag of the job, or `"7"` for its version; an older one returns 412.',
    schema: { ...text, examples: ['"7"'] },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'Known ETags; a match returns 304 without a body.',
    schema: text,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'For 24 hours, a request with this key takes effect once. A repeated request returns the status and ids of the first one with current data, or a 409 if what it created has been deleted.',
    schema: { ...text, pattern: '^[\\x21-\\x7e]{1,255}$', examples: ['order-7-retry'] },
  },
} satisfies Record<string, Parameter>;

export const parameterNamed = (name: keyof typeof requestHeaders): SchemaReference => ({
  $ref: `#/components/parameters/${name}`,
});
