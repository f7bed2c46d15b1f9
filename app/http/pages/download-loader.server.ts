import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { wallTime } from '#app/format/time-format.ts';
import { readDisplayZone } from '#app/http/pages/display-zone.server.ts';
import { expectedError } from '#app/http/responses/expected-error.server.ts';
import { makeToast } from '#app/http/responses/flash-toast.server.ts';
import { isPageRequest } from '#app/http/responses/respond-with-toast.server.ts';
import { admit } from '#app/http/session/admit.server.ts';
import { type Guard, refererOf } from '#app/http/session/guards.server.ts';
import { signedCookie } from '#app/http/session/signed-cookie.server.ts';
import { logDefect } from '#app/protocol/log-defect.server.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import { toScreenToast } from '#domain/error-toast.ts';
import { AppError, errorCatalogue } from '#domain/errors.ts';
import { minuteMs } from '#domain/time/units.ts';
import { now } from '#server/clock.server.ts';
import { limits, type LimitName } from '#server/rate-limit/limits.ts';

/** Where a browser without a script reads why its download failed. */
const failedPage = '/dashboard/download-failed';

const failure = z.object({
  status: z.number(),
  title: z.string(),
  message: z.string(),
  requestId: z.string().optional(),
  from: z.string(),
});
type Failure = z.output<typeof failure>;

const cookie = () => signedCookie({ name: 'download', maxAgeSeconds: 600 });

/**
 * The loader of a file. Errors stay in the app: a script gets a toast as JSON, a browser without one is redirected to a
 * page with the reason.
 * @param failedText for a server error: "Failed to export the jobs. Please try again."
 */
export function downloadLoader<Allowed extends object>({
  guard,
  failedText,
  run,
}: {
  guard: Guard<Allowed>;
  failedText: string;
  run: (args: LoaderFunctionArgs & Allowed) => Promise<Response>;
}): (args: LoaderFunctionArgs) => Promise<Response> {
  return async (args) => {
    const { request } = args;
    try {
      const allowed = await admit({ args, guard, kind: 'page' });
      return await run({ ...args, ...allowed });
    } catch (error) {
      if (error instanceof Response) return turnedAway({ request, response: error });
      return failed({ request, error, failedText });
    }
  };
}

/** Reason on the page of a failed download; null if none has failed lately. */
export async function readFailedDownload(request: Request): Promise<Failure | null> {
  const value: unknown = await cookie().parse(request.headers.get('cookie'));
  return failure.safeParse(value).data ?? null;
}

/** A guard leads elsewhere: to the sign-in, and from there back to the page of the button, not to the file. */
function turnedAway({ request, response }: { request: Request; response: Response }): Response {
  const { headers } = response;
  const to = new URL(headers.get('Location') ?? '/', request.url);
  const isSignIn = to.pathname === '/login';
  if (isSignIn) to.searchParams.set('redirectTo', refererOf(request));
  const address = to.pathname + to.search;
  const given = new Headers(headers);
  given.set('Location', address);
  if (isPageRequest(request)) return new Response(null, { status: response.status, headers: given });
  given.delete('Location');
  const type = isSignIn ? 'authentication_error' : 'authorization_error';
  const { status, title, text } = errorCatalogue[type];
  const way = { label: isSignIn ? 'Sign In' : 'Go to Dashboard', to: address };
  const toast = makeToast({ title, message: text, tone: 'error', way });
  return Response.json({ toast }, { status, headers: given });
}

async function failed({
  request,
  error: thrown,
  failedText,
}: {
  request: Request;
  error: unknown;
  failedText: string;
}): Promise<Response> {
  const expected = expectedError(thrown);
  if (!expected) logDefect({ error: thrown, request });
  const error = expected ?? new AppError('internal_error', { cause: thrown });
  const { status } = errorCatalogue[error.type];
  const words = toScreenToast({ error, screen: failedText });
  const limited = await limitText({ request, error });
  const message = limited ?? words.message;
  const headers = new Headers({ 'Cache-Control': 'no-store' });
  const wait = error.details?.['retry_after'];
  if (typeof wait === 'number') headers.set('Retry-After', String(wait));
  if (!isPageRequest(request)) {
    const toast = makeToast({ ...words, message, tone: 'error' });
    return Response.json({ toast }, { status, headers });
  }
  const shown: Failure = { status, ...words, message, from: refererOf(request) };
  if (status >= 500) shown.requestId = requestFacts(request).id;
  headers.append('Set-Cookie', await cookie().serialize(shown));
  return redirect(failedPage, { status: 303, headers });
}

/** "5 exports an hour; try again at 21:40.", in the zone of the reader; null for any other error. */
async function limitText({ request, error }: { request: Request; error: AppError }): Promise<string | null> {
  const { policy, limit, window_seconds: seconds, retry_after: wait } = error.details ?? {};
  if (error.type !== 'rate_limit' || typeof wait !== 'number') return null;
  const { mode, mine } = await readDisplayZone(request);
  const timeZone = mode === 'utc' ? 'UTC' : mine;
  const at = Math.ceil((now().getTime() + wait * 1_000) / minuteMs) * minuteMs;
  const { hour } = wallTime({ at, timeZone });
  const window = seconds === 60 ? 'a minute' : 'an hour';
  const zone = timeZone === 'UTC' ? ' UTC' : '';
  return `${limit} ${limits[policy as LimitName].of} ${window}; try again at ${hour}${zone}.`;
}
