import type { ActionFunctionArgs } from '@remix-run/node';
import type { z } from 'zod';
import type { Caller } from '#app/http/api/caller.server.ts';
import type { Described, ParsedInput } from '#app/http/api/openapi/declaration.ts';

/** An API request with its checked body and query. */
export interface RequestContext<Body, Query> {
  request: Request;
  params: ActionFunctionArgs['params'];
  body: Body;
  query: Query;
}

/** Collects the headers of the response, before it is known to succeed or fail. */
export interface ResponseHeaders {
  headers: Record<string, string>;
  kind?: Caller['kind'];
}

/** The texts of a call with the schemas of its body and query. */
export type Shape<Body extends z.ZodType, Query extends z.ZodType> = Described & ParsedInput<Body, Query>;
