import type { LoaderFunctionArgs } from '@remix-run/node';
import { emptyResponse, errorPage, expectedError } from '#app/http/responses/expected-error.server.ts';
import { admit } from '#app/http/session/admit.server.ts';
import type { Guard } from '#app/http/session/guards.server.ts';
import { logDefect } from '#app/protocol/log-defect.server.ts';
import { AppError } from '#domain/errors.ts';

/**
 * A loader that may throw expected errors: they become the error page of their status. A bug is logged and becomes the
 * 500 page with the request's id.
 *
 * @param guard access check, run once for all loaders of a request and before the rate limit of pages; its result
 *   reaches `run` beside the arguments of the route
 */
export function pageLoader<Allowed extends object, Page>({
  guard,
  run,
}: {
  guard: Guard<Allowed>;
  run: (args: LoaderFunctionArgs & Allowed) => Promise<Page>;
}): (args: LoaderFunctionArgs) => Promise<Page> {
  return async (args) => {
    try {
      const allowed = await admit({ args, guard, kind: 'page' });
      return await run({ ...args, ...allowed });
    } catch (error) {
      throw thrownPage({ error, request: args.request });
    }
  };
}

/** A loader of what is no page, such as a picture or a stream: an expected error is a response without a body. */
export function resourceLoader<Allowed extends object>({
  guard,
  run,
}: {
  guard: Guard<Allowed>;
  run: (args: LoaderFunctionArgs & Allowed) => Promise<Response>;
}): (args: LoaderFunctionArgs) => Promise<Response> {
  return async (args) => {
    try {
      const allowed = await admit({ args, guard, kind: 'page' });
      return await run({ ...args, ...allowed });
    } catch (error) {
      if (error instanceof Response) return error;
      return emptyResponse(error);
    }
  };
}

/** The error to rethrow from a loader or an action: a redirect or a response unchanged, everything else as a page. */
export function thrownPage({ error, request }: { error: unknown; request: Request }): unknown {
  if (isResponse(error)) return error;
  const expected = expectedError(error);
  if (!expected) logDefect({ error, request });
  return errorPage({ error: expected ?? new AppError('internal_error', { cause: error }), request });
}

/**
 * Reports whether the thrown value is a response already: a redirect, or the result of `data(…)`, whose class is not
 * exported.
 */
export function isResponse(thrown: unknown): boolean {
  if (thrown instanceof Response) return true;
  return thrown instanceof Object && 'type' in thrown && thrown.type === 'DataWithResponseInit';
}
