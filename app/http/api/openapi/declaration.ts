import type { z } from 'zod';
import type { ApiMethod } from '#app/presenters/api-docs/open-api-types.ts';
import type { CallerKind, KeyScope } from '#domain/api-key.ts';
import type { ErrorType } from '#domain/errors.ts';

/** Description of a call for readers of the API document, beside its schemas. */
export interface Described {
  /** The name of the call for generated clients, such as listJobs. */
  operation: string;
  summary: string;
  /** Details beyond the summary, as Markdown. */
  description?: string;
  /** Successful responses by status. */
  responses: Partial<Record<200 | 201 | 202 | 204, DescribedResponse>>;
  /** Errors beside those of its kind of call. */
  errors?: readonly ErrorType[];
  /** The body, where the call takes any fields and judges them itself. */
  reads?: z.ZodType;
  /** Holds If-Match against the version of a job. */
  isConditional?: true;
}

/** A response of a call; without data it has no body. */
export interface DescribedResponse {
  description: string;
  data?: z.ZodType;
  /** Fields beside `data`. */
  page?: 'numbered' | 'with cursor' | 'with meta';
  headers?: readonly 'Location'[];
  /** It is a file of this type, without an envelope. */
  file?: 'text/csv' | 'text/plain';
}

/** Input of a call: names in snake_case; camelCase is accepted as well. */
export interface ParsedInput<Body extends z.ZodType = z.ZodType, Query extends z.ZodType = z.ZodType> {
  body?: Body;
  query?: Query;
  /** Other names of parameters of the query. */
  aliases?: Record<string, string>;
}

/** A call as the API document describes it. */
export interface Declaration extends Described, ParsedInput {
  /** Accepted credentials; null: none is required. */
  access: { callers: readonly CallerKind[]; scope: KeyScope | 'by method' } | null;
  /** It takes an Idempotency-Key. */
  isMadeOnce?: true;
}

export type Declarations = Partial<Record<ApiMethod, Declaration>>;

/** The `type` of a problem (RFC 9457): a public page with its explanation. */
export function problemType({ origin, type }: { origin: string; type: ErrorType }): string {
  return `${origin}/docs/errors#${type}`;
}

/**
 * Placeholder for this service's own origin in a route's declaration. Routes are read before the settings; the document
 * has the real one.
 */
export const ownOrigin = 'https://own-origin.invalid';
