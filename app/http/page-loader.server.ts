import type { LoaderFunctionArgs } from '@remix-run/node';
import { AppError } from '#domain/errors.ts';
import { errorPage, expectedError, logDefect } from '#app/http/expected-error.server.ts';
import { oncePerRequest } from '#app/http/once-per-request.server.ts';

/**
 * A loader that may throw expected errors: they become the error page of their status. A defect is logged and
 * becomes the 500 page with the request's id.
 *
 * @param guard who may see the page, asked once for all loaders of a request; what it returns reaches `run` beside the
 * arguments of the route
 */
export function pageLoader<Allowed extends object, Page>({
  guard,
  run,
}: {
  guard: (request: Request) => Promise<Allowed>;
  run: (args: LoaderFunctionArgs & Allowed) => Promise<Page>;
}): (args: LoaderFunctionArgs) => Promise<Page> {
  return async (args) => {
    const { context, request } = args;
    try {
      const allowed = await oncePerRequest({ context, key: guard, ask: () => guard(request) });
      return await run({ ...args, ...allowed });
    } catch (error) {
      throw thrownPage({ error, request });
    }
  };
}

/** The guard of pages that anybody may see. */
export function anybody(): Promise<object> {
  return Promise.resolve({});
}

/** What to throw on from a loader or an action: a redirect or an answer as it is, everything else as a page. */
export function thrownPage({ error, request }: { error: unknown; request: Request }): unknown {
  if (isAnswer(error)) return error;
  const expected = expectedError(error);
  if (!expected) logDefect({ error, request });
  return errorPage({ error: expected ?? new AppError('internal_error', { cause: error }), request });
}

/** Whether what was thrown is an answer already: a redirect, or what `data(…)` makes, whose class is not exported. */
export function isAnswer(thrown: unknown): boolean {
  if (thrown instanceof Response) return true;
  return thrown instanceof Object && 'type' in thrown && thrown.type === 'DataWithResponseInit';
}
