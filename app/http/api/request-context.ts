import type { ActionFunctionArgs } from '@remix-run/node';
import type { Caller } from '#app/http/api/caller.server.ts';

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
