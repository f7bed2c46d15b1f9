import type { ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { type Caller, type Demands, readCaller, requireAllowed } from '#app/http/api/caller.server.ts';
import { anyFields, checkInput } from '#app/http/api/check-input.ts';
import { type Made, withIdempotencyKey } from '#app/http/api/idempotency-key.server.ts';
import type { Declaration, Declarations } from '#app/http/api/openapi/declaration.ts';
import { readJsonBody } from '#app/http/api/read-body.server.ts';
import type { RequestContext, ResponseHeaders, Shape } from '#app/http/api/request-context.ts';
import { expectedError } from '#app/http/responses/expected-error.server.ts';
import type { ApiMethod } from '#app/presenters/api-docs/open-api-types.ts';
import { logDefect } from '#app/protocol/log-defect.server.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import { callerKinds } from '#domain/api-key.ts';
import { AppError } from '#domain/errors.ts';
import { db } from '#server/database/db.server.ts';
import type { CallEffect } from '#server/idempotency/run-idempotent.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import {
  type LimitState,
  assertRateLimit,
  consumeRateLimit,
} from '#server/rate-limit/consume-rate-limit.server.ts';
import type { LimitName } from '#server/rate-limit/limits.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';
import {
  type ApiResponse,
  errorResponse,
  limitHeaders,
  sendResponse,
  vary,
  writeResponse,
} from './response.server.ts';

/** Use case of a call, behind its schemas. */
export interface Route {
  /** For the API document; null: it says by itself what the call is. */
  declaration: Declaration | null;
  /** Responds, or throws an expected error; `responseHeaders` collects headers for either. */
  handle: (args: ActionFunctionArgs, responseHeaders: ResponseHeaders) => Promise<Response>;
}

const nothing = z.strictObject({});

/**
 * A call with a credential. In the order of security.md section 4: refused credentials, credential, tier, scope and
 * role, rate limit, body and query, then the use case.
 *
 * @param callers accepted credentials; both by default (D46)
 * @param scope required scope of a key; by the method by default
 * @param limits consumed besides the caller's own
 */
export function apiCall<Body extends z.ZodType = typeof nothing, Query extends z.ZodType = typeof nothing>({
  run,
  ...call
}: Guarded<Body, Query> & { run: (given: Authorized<Body, Query>) => Promise<ApiResponse> }): Route {
  return {
    declaration: declarationOf(call),
    handle: async (args, responseHeaders) => {
      const { request } = args;
      const { text: _, ...given } = await authorize({ args, responseHeaders, call });
      return sendResponse({ written: writeResponse(await run(given)), request });
    },
  };
}

/**
 * A POST made once under an Idempotency-Key. `act` returns the little kept of it; `respond` builds the response from
 * that, for the first request as for a repetition (`isRepeated`).
 */
export function idempotentCall<
  Effect extends CallEffect,
  Body extends z.ZodType = typeof nothing,
  Query extends z.ZodType = typeof nothing,
>({
  act,
  respond,
  ...call
}: Guarded<Body, Query> & {
  act: (given: Authorized<Body, Query>) => Promise<Effect>;
  respond: (
    made: Pick<Authorized<Body, Query>, 'caller' | 'owner' | 'params' | 'body'> & Made<Effect>,
  ) => Promise<ApiResponse>;
}): Route {
  return {
    declaration: { ...declarationOf(call), isMadeOnce: true },
    handle: async (args, responseHeaders) => {
      const { request } = args;
      const { text, ...given } = await authorize({ args, responseHeaders, call });
      const written = await withIdempotencyKey({
        request,
        caller: given.caller,
        text,
        act: () => act(given),
        respond: async (made) =>
          writeResponse({ ...(await respond({ ...given, ...made })), status: made.effect.status }),
      });
      return sendResponse({ written, request });
    },
  };
}

/** The same for a call that returns a file, streamed while it is read: it has no envelope and no ETag. */
export function fileCall<Query extends z.ZodType = typeof nothing>({
  run,
  ...call
}: Guarded<typeof nothing, Query> & {
  run: (given: Authorized<typeof nothing, Query>) => Promise<Response>;
}): Route {
  return {
    declaration: declarationOf(call),
    handle: async (args, responseHeaders) => {
      const { text: _, ...given } = await authorize({ args, responseHeaders, call });
      responseHeaders.headers['Cache-Control'] = 'no-store';
      return run(given);
    },
  };
}

type LimitKey = { limit: LimitName; key: string | number };

/** A call with a credential, without its use case. */
type Guarded<Body extends z.ZodType, Query extends z.ZodType> = Shape<Body, Query> & {
  callers?: Demands['callers'];
  role?: 'admin';
  scope?: Caller['scope'];
  limits?: (given: {
    caller: Caller;
    params: ActionFunctionArgs['params'];
  }) => LimitKey[] | Promise<LimitKey[]>;
};

/** Input of an authorized call. */
type Authorized<Body extends z.ZodType, Query extends z.ZodType> = RequestContext<
  z.output<Body>,
  z.output<Query>
> & {
  caller: Caller;
  owner: Owner;
};

function declarationOf<Body extends z.ZodType, Query extends z.ZodType>({
  callers = callerKinds,
  role: _role,
  scope,
  limits: _limits,
  ...shape
}: Guarded<Body, Query>): Declaration {
  return { ...shape, access: { callers, scope: scope ?? 'by method' } };
}

async function authorize<Body extends z.ZodType, Query extends z.ZodType>({
  args,
  responseHeaders,
  call: { callers = callerKinds, role, scope: asked, limits = () => [], ...shape },
}: {
  args: ActionFunctionArgs;
  responseHeaders: ResponseHeaders;
  call: Guarded<Body, Query>;
}): Promise<Authorized<Body, Query> & { text: string }> {
  const { request, params } = args;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const scope = asked ?? (isRead ? 'read' : 'write');
  const caller = await readCaller(request);
  responseHeaders.kind = caller.kind;
  await requireAllowed({ caller, demands: { callers, scope, role }, request });
  const taken = await takeFrom({
    caller,
    request,
    limit: limitOf({ caller, isRead }),
    key: caller.user.id,
  });
  Object.assign(responseHeaders.headers, limitHeaders(taken));
  for (const limit of await limits({ caller, params })) await takeFrom({ caller, request, ...limit });
  const input = await readInput({ args, shape, isRead });
  return { request, params, ...input, caller, owner: caller.owner };
}

/** A call without a credential, limited by the address it comes from. */
export function publicCall<
  Body extends z.ZodType = typeof nothing,
  Query extends z.ZodType = typeof nothing,
>({
  limit,
  isExempt = () => false,
  run,
  ...shape
}: Shape<Body, Query> & {
  limit: LimitName;
  /** Bodies that take nothing from the limit. */
  isExempt?: (body: z.output<Body>) => boolean;
  run: (given: RequestContext<z.output<Body>, z.output<Query>>) => Promise<ApiResponse>;
}): Route {
  return {
    declaration: { ...shape, access: null },
    handle: async (args, responseHeaders) => {
      const { request, params } = args;
      const facts = requestFacts(request);
      const path = new URL(request.url).pathname;
      // The body decides if the call is exempt from its own limit; a request with bad credentials is refused unread.
      await assertRateLimit({ limit: 'bad_credentials', key: facts.ip });
      const reading = readInput({ args, shape, isRead: request.method === 'GET' });
      const isFree = await reading.then(
        ({ body }) => isExempt(body),
        () => false,
      );
      if (!isFree) {
        const taken = await consumeRateLimit({ limit, key: facts.ip, path, request: facts });
        Object.assign(responseHeaders.headers, limitHeaders(taken));
      }
      const input = await reading;
      return sendResponse({ written: writeResponse(await run({ request, params, ...input })), request });
    },
  };
}

/**
 * Loader and action of an API route from its calls. Each other method, OPTIONS among them, is a 405. Expected errors
 * become their response; a defect is logged and returned as internal_error.
 */
export function apiRoute(calls: Partial<Record<ApiMethod, Route>>) {
  const allowed = Object.keys(calls).map((name) => name.toUpperCase());
  const allow = [...allowed, ...(calls.get ? ['HEAD'] : [])].sort().join(', ');
  const response = async (args: ActionFunctionArgs): Promise<Response> => {
    const { request } = args;
    const responseHeaders: ResponseHeaders = { headers: {} };
    try {
      const method = request.method === 'HEAD' ? 'get' : request.method.toLowerCase();
      const route = Object.hasOwn(calls, method) ? calls[method as keyof typeof calls] : undefined;
      if (!route) {
        responseHeaders.headers.Allow = allow;
        throw new AppError('method_not_allowed');
      }
      await refuseOwnCalls(request);
      const sent = await route.handle(args, responseHeaders);
      const cache = method === 'get' ? 'private, no-cache' : 'no-store';
      const common = { Vary: vary, 'Cache-Control': cache, ...responseHeaders.headers };
      for (const [name, value] of Object.entries(common)) sent.headers.set(name, value);
      return sent;
    } catch (thrown) {
      const expected = expectedError(thrown);
      if (!expected) logDefect({ error: thrown, request });
      const error = expected ?? new AppError('internal_error', { cause: thrown });
      const { headers, kind } = responseHeaders;
      return errorResponse({ error, request, ...(kind && { kind }), headers });
    }
  };
  const declarations = Object.fromEntries(
    Object.entries(calls).flatMap(([method, { declaration }]) =>
      declaration ? [[method, declaration]] : [],
    ),
  ) as Declarations;
  // The API document reads them off the route.
  return { loader: Object.assign(response, { declarations }), action: response };
}

/** A job that calls the API would loop forever (security.md section 2). */
async function refuseOwnCalls(request: Request): Promise<void> {
  const hops = (request.headers.get('via') ?? '').split(',');
  if (!hops.some((hop) => /^\S+\s+punctual$/i.test(hop.trim()))) return;
  const path = new URL(request.url).pathname;
  await recordEvent({ tx: db(), code: 'self_call', path, request: requestFacts(request) });
  throw new AppError('authorization_error', { message: 'A job cannot call the API of this service.' });
}

/** The limit a call of this caller takes from. */
export function limitOf({ caller: { kind, user }, isRead }: { caller: Caller; isRead: boolean }): LimitName {
  if (kind === 'key') return user.tier === 'ultimate' ? 'key_ultimate' : 'key_premium';
  return isRead ? 'read' : 'write';
}

function takeFrom({
  caller,
  request,
  ...asked
}: {
  caller: Caller;
  request: Request;
  limit: LimitName;
  key: string | number;
}): Promise<LimitState> {
  const path = new URL(request.url).pathname;
  return consumeRateLimit({ ...asked, actorId: caller.user.id, path, request: requestFacts(request) });
}

async function readInput<Body extends z.ZodType, Query extends z.ZodType>({
  args,
  shape: { body: bodySchema, query: querySchema, aliases = {} },
  isRead,
}: {
  args: ActionFunctionArgs;
  shape: Shape<Body, Query>;
  isRead: boolean;
}): Promise<{ text: string; body: z.output<Body>; query: z.output<Query> }> {
  const params = Object.fromEntries(new URL(args.request.url).searchParams);
  const query = checkInput({ schema: querySchema ?? nothing, value: params, aliases }) as z.output<Query>;
  const { text, value } = isRead ? { text: '', value: {} } : await readJsonBody(args);
  const isAny = (bodySchema as z.ZodType | undefined) === anyFields;
  const body = isAny ? value : checkInput({ schema: bodySchema ?? nothing, value });
  return { text, body: body as z.output<Body>, query };
}
