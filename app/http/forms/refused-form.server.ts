import type { ActionFunctionArgs } from '@remix-run/node';
import { type FormFields, readForm } from '#app/http/forms/read-form.server.ts';
import { currentUser, type Guard } from '#app/http/session/guards.server.ts';
import { largestFormBytes } from '#app/protocol/form-bytes.ts';
import { AppError } from '#domain/errors.ts';

/** Reports whether the page's own script sent a form: it keeps what was typed. */
export const isFromScript = (request: Request) => request.headers.get('sec-fetch-mode') === 'cors';

/**
 * The form a rate limit refused, for a page without a script to show again: the browser's Back does not bring the text
 * back to a page that must not be stored. Only for a session the guard lets in, with at most 1 MiB by its declared
 * length: showing the page again costs more than reading that.
 * @returns null for every other error, and for a body that is no form of this page
 */
export async function readRefusedForm({
  args,
  guard,
  fields,
  error,
}: {
  args: ActionFunctionArgs;
  guard: Guard<object>;
  fields: FormFields;
  error: unknown;
}): Promise<FormData | null> {
  const { request } = args;
  if (!(error instanceof AppError) || error.type !== 'rate_limit' || isFromScript(request)) return null;
  const bytes = Number(request.headers.get('content-length') ?? Infinity);
  if (!(bytes <= largestFormBytes)) return null;
  try {
    await guard({ request, session: () => currentUser(request) });
    return await readForm({ ...args, fields });
  } catch {
    // The refusal is then shown without the text.
    return null;
  }
}
