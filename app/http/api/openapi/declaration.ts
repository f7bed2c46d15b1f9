import type { z } from 'zod';
import type { ApiMethod } from '#app/presenters/api-docs/open-api-types.ts';
import type { ErrorType } from '#domain/errors.ts';

/** What a call is for readers of the API document, beside what its schemas say. */
export interface Described {
  /** The name of the call for generated clients, such as listJobs. */
  operation: string;
  summary: string;
  /** What a summary has no room for, as Markdown. */
  description?: string;
  /** What it answers when all is well, by status. */
  responses: Partial<Record<200 | 201 | 202 | 204, DescribedResponse>>;
  /** Errors beside those that the kind of the call brings with it. */
  errors?: readonly ErrorType[];
  /** The body, where the call takes any fields and judges them itself. */
  reads?: z.ZodType;
  /** Holds If-Match against the version of a job. */
  isConditional?: true;
}

/** An answer of a call; without data it has no body. */
export interface DescribedResponse {
  description: string;
  data?: z.ZodType;
  /** What stands beside `data`. */
  page?: 'numbered' | 'with cursor' | 'with meta';
  headers?: readonly 'Location'[];
  /** It is a file of this type, without an envelope. */
  file?: 'text/csv';
}

/** What a call takes: names in snake_case; camelCase is taken as well. */
export interface ParsedInput<Body extends z.ZodType = z.ZodType, Query extends z.ZodType = z.ZodType> {
  body?: Body;
  query?: Query;
  /** Other names of parameters of the query. */
  aliases?: Record<string, string>;
}

/** A call as the API document tells it. */
export interface Declaration extends Described, ParsedInput {
  /** Who may make it; null: no credential is asked for. */
  access: { callers: readonly ('token' | 'key')[]; scope: 'read' | 'write' | 'by method' } | null;
  /** It takes an Idempotency-Key. */
  isMadeOnce?: true;
}

export type Declarations = Partial<Record<ApiMethod, Declaration>>;
