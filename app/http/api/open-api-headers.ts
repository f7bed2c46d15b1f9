import type { HeaderObject, Parameter, Reference } from '#app/http/api/open-api-types.ts';

const text = { type: 'string' };

/** Headers of answers, by their names. */
export const answerHeaders = {
  'X-Request-Id': {
    description: 'Names this exchange in our logs.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  ETag: {
    description: 'The state of what is answered; of a job it begins with its version.',
    required: true,
    schema: { type: 'string', pattern: '^"[\\w-]+"$' },
  },
  RateLimit: {
    description: 'What is left of the limit that this call counted against: `"read";r=299;t=60`.',
    required: true,
    schema: { type: 'string', pattern: '^"[a-z_]+";r=\\d+;t=\\d+$' },
  },
  'RateLimit-Policy': {
    description: 'That limit: `"read";q=300;w=60` is 300 calls in 60 seconds.',
    required: true,
    schema: { type: 'string', pattern: '^"[a-z_]+";q=\\d+;w=\\d+$' },
  },
  'Retry-After': {
    description: 'Seconds to wait.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  'WWW-Authenticate': { description: 'Asks for a bearer credential.', required: true, schema: text },
  Link: {
    description: 'The pages around this one: first, prev, next, last (RFC 8288).',
    required: true,
    schema: text,
  },
  Location: {
    description: 'Where to read what was made, or what becomes of it.',
    required: true,
    schema: { type: 'string', pattern: '^/api/v1/' },
  },
  'Idempotency-Replayed': {
    description:
      'The same request was made before with this Idempotency-Key; this is what the first one did.',
    schema: { type: 'string', const: 'true' },
  },
} satisfies Record<string, HeaderObject>;

export type HeaderName = keyof typeof answerHeaders;

/** References to headers of the components. */
export function headersNamed(names: readonly HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Headers that calls take, as components. */
export const requestHeaders = {
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag of the job, or `"7"` for its version: an older one is a 412.',
    schema: { ...text, examples: ['"7"'] },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETags that are known: a 304 has no body.',
    schema: text,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'For 24 hours, a request with this key takes effect once. A repeat returns the status and ids of the first one with current data, or a 409 if what it created has been deleted.',
    schema: { ...text, pattern: '^[\\x21-\\x7e]{1,255}$', examples: ['order-7-retry'] },
  },
} satisfies Record<string, Parameter>;

export const parameterNamed = (name: keyof typeof requestHeaders): Reference => ({
  $ref: `#/components/parameters/${name}`,
});
