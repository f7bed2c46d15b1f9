import type { ActionFunctionArgs } from '@remix-run/node';
import { type FormFields, readForm } from '#app/http/forms/read-form.server.ts';
import { isResponse, thrownPage } from '#app/http/pages/page-loader.server.ts';
import { expectedError } from '#app/http/responses/expected-error.server.ts';
import { respondWithToast } from '#app/http/responses/respond-with-toast.server.ts';
import { admit } from '#app/http/session/admit.server.ts';
import { type Guard, pageOfRequest } from '#app/http/session/guards.server.ts';
import { errorCatalogue } from '#domain/errors.ts';

/**
 * An action behind a button: guard, rate limit, read the form, one use case, respond. Expected errors become the error
 * page of their status, as in pageLoader; forms with fields to correct use formAction.
 * @param fields the only fields the form may send
 * @param reserve consumes further limits of the act before the body is read; returns a function to release them
 * @param refuse the response to errors before `run`: refuseWithToast if the button stays on its page
 */
export function pageAction<Allowed extends object, Done>({
  guard,
  fields,
  reserve,
  refuse = ({ error, request }) => {
    throw thrownPage({ error, request });
  },
  run,
}: {
  guard: Guard<Allowed>;
  fields: FormFields;
  reserve?: (args: ActionFunctionArgs & Allowed) => Promise<() => Promise<void>>;
  refuse?: (refused: Refused) => Promise<Done>;
  run: (args: ActionFunctionArgs & Allowed & { form: FormData }) => Promise<Done>;
}): (args: ActionFunctionArgs) => Promise<Done> {
  return async (args) => {
    const { request } = args;
    let taken: { allowed: Allowed; form: FormData };
    let release: (() => Promise<void>) | undefined;
    try {
      const allowed = await admit({ args, guard, kind: 'form' });
      release = await reserve?.({ ...args, ...allowed });
      taken = { allowed, form: await readForm({ ...args, fields }) };
    } catch (error) {
      await release?.();
      return refuse({ ...args, error });
    }
    try {
      return await run({ ...args, ...taken.allowed, form: taken.form });
    } catch (error) {
      throw thrownPage({ error, request });
    } finally {
      await release?.();
    }
  };
}

interface Refused extends ActionFunctionArgs {
  error: unknown;
}

/** The toast of a button whose form was not read; other errors are thrown as a page. */
export async function refuseWithToast({ error, request }: Pick<Refused, 'error' | 'request'>) {
  const expected = isResponse(error) ? null : expectedError(error);
  if (!expected || errorCatalogue[expected.type].status >= 500) throw thrownPage({ error, request });
  const { type, message, details } = expected;
  const { status, title } = errorCatalogue[type];
  const waitSeconds = type === 'rate_limit' ? Number(details?.['retry_after']) : null;
  const toast = { title, message, tone: 'error' } as const;
  return respondWithToast({ request, to: pageOfRequest(request), toast, waitSeconds, status });
}

/** The same as text, for what is sent by a program and shows no page. */
export function refuseWithText({ error, request }: Pick<Refused, 'error' | 'request'>): Promise<Response> {
  const expected = isResponse(error) ? null : expectedError(error);
  if (!expected) throw thrownPage({ error, request });
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
  const { status } = errorCatalogue[expected.type];
  return Promise.resolve(new Response(`${expected.message}\n`, { status, headers }));
}
