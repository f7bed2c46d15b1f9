import { createHash } from 'node:crypto';
import type { Caller } from '#app/http/api/caller.server.ts';
import { problemType } from '#app/http/api/openapi/declaration.ts';
import { refusalHeaders } from '#app/http/responses/limit-headers.ts';
import { stringifyRaw } from '#app/presenters/api/raw-json.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import { type AppError, errorCatalogue } from '#domain/errors.ts';
import { wireNameOf } from '#domain/job/job-wire.ts';
import { env } from '#server/env.server.ts';
import type { LimitState } from '#server/rate-limit/consume-rate-limit.server.ts';

/** Result of a call before it is put into the envelope (D19). */
export interface ApiResponse {
  /** 200 unless said. */
  status?: 200 | 201 | 202 | 204;
  data?: unknown;
  /** Fields beside `data`, such as pagination. */
  beside?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** Version of the returned job, for If-Match. */
  version?: number;
}

/** Parts of a written response: for storing and repeating it. */
export interface WrittenResponse {
  status: number;
  /** Null for one without a body. */
  body: string | null;
  headers: Record<string, string>;
}

const json = 'application/json; charset=utf-8';

/** Puts a call's result into the envelope, with the ETag for conditional requests. */
export function writeResponse({
  status = 200,
  data = null,
  beside,
  headers = {},
  version,
}: ApiResponse): WrittenResponse {
  if (status === 204) return { status, body: null, headers };
  const body = stringifyRaw({ success: true, data, ...beside, error: null });
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 16);
  const etag = version === undefined ? `"${digest}"` : `"${version}-${digest}"`;
  return { status, body, headers: { 'Content-Type': json, ETag: etag, ...headers } };
}

/** A response whose text is at hand: to read it from its stream costs more than to make it. */
export type TextResponse = Response & { readonly ownText?: string | null };

/** The response to send: 304 if the client has it already. */
export function sendResponse({
  written: { status, body, headers },
  request,
}: {
  written: WrittenResponse;
  request: Request;
}): TextResponse {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const etag = headers['ETag'];
  const known = request.headers.get('if-none-match');
  if (isRead && status === 200 && known !== null && etag !== undefined && isKnown({ known, etag })) {
    return new Response(null, { status: 304, headers: { ETag: etag } });
  }
  return Object.assign(new Response(body, { status, headers }), { ownText: body });
}

/** If-None-Match compares weakly (RFC 9110 section 13.1.2): compressing proxies weaken ETags. */
function isKnown({ known, etag }: { known: string; etag: string }): boolean {
  return known
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .some((one) => one === '*' || one === etag);
}

/**
 * An expected error in the envelope, or as problem+json (RFC 9457) where the client asks for that.
 * @param kind of the caller: field names use its spelling
 */
export function errorResponse({
  error,
  request,
  kind,
  headers = {},
}: {
  error: Pick<AppError, 'type' | 'message' | 'details'>;
  request: Request;
  kind?: Caller['kind'];
  headers?: Record<string, string>;
}): Response {
  const { type, details: given } = error;
  const { status, title, text } = errorCatalogue[type];
  const message = error.message || text;
  const details = Object.fromEntries(
    Object.entries(given ?? {}).map(([name, value]) => [
      type === 'validation_error' ? nameFor({ name, kind }) : name,
      value,
    ]),
  );
  const sent = new Headers({ 'Cache-Control': 'no-store', Vary: vary, ...headers, ...extraHeaders(error) });
  const isProblem = wantsProblem(request);
  sent.set('Content-Type', isProblem ? 'application/problem+json; charset=utf-8' : json);
  const body = isProblem
    ? {
        type: problemType({ origin: env().APP_ORIGIN, type }),
        title,
        status,
        detail: message,
        instance: `urn:uuid:${requestFacts(request).id}`,
        details,
      }
    : { success: false, data: null, error: { type, message, details } };
  return new Response(JSON.stringify(body), { status, headers: sent });
}

/** Request headers that select the response. */
export const vary = 'Authorization, Accept';

/** RateLimit and RateLimit-Policy as the IETF's draft has them. */
export function limitHeaders({ name, limit, windowSeconds, remaining, resetSeconds }: LimitState) {
  return {
    'RateLimit-Policy': `"${name}";q=${limit};w=${windowSeconds}`,
    RateLimit: `"${name}";r=${remaining};t=${resetSeconds}`,
  };
}

function extraHeaders({ type, details = {} }: Pick<AppError, 'type' | 'details'>): Record<string, string> {
  if (type === 'authentication_error') return { 'WWW-Authenticate': 'Bearer realm="punctual"' };
  if (type === 'database_error') return { 'Retry-After': '5' };
  return type === 'rate_limit' ? refusalHeaders(details) : {};
}

function wantsProblem(request: Request): boolean {
  return /application\/problem\+json(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(
    request.headers.get('accept') ?? '',
  );
}

/** Use cases name fields as forms do; a key knows the schedule as `cron` (D18). */
function nameFor({ name, kind }: { name: string; kind: Caller['kind'] | undefined }): string {
  const wire = name === 'pausedUntil' ? 'paused_until' : wireNameOf(name);
  return wire === 'cron_expression' && kind === 'key' ? 'cron' : wire;
}
