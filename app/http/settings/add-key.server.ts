import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { addKeyFailed } from '#app/content/failure-words.ts';
import { apiKeyName, apiKeyNameError } from '#app/http/api-key-name.ts';
import { fieldNamesOf } from '#app/http/forms/field-names.ts';
import { readForm } from '#app/http/forms/read-form.server.ts';
import { thrownPage } from '#app/http/pages/page-loader.server.ts';
import { redirectWithToast } from '#app/http/responses/flash-toast.server.ts';
import { toToastResult } from '#app/http/responses/respond-with-toast.server.ts';
import { admit } from '#app/http/session/admit.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import type { ToastInput } from '#app/protocol/toast.ts';
import { keyScopes } from '#domain/api-key.ts';
import { AppError, errorCatalogue, type ErrorType } from '#domain/errors.ts';
import { addApiKey } from '#server/api-keys/add-api-key.server.ts';

/** Response to a page that requested a further key. */
export interface AddKeyResult {
  /** The key, this once. */
  apiKey?: string;
  /** Error of its name. */
  nameError?: string;
  /** Where the browser has to go first. */
  leadTo?: string;
  title?: string;
  message?: string;
}

const input = z.object({
  name: apiKeyName,
  scope: z.enum(keyScopes).catch('read'),
});

/**
 * Creates a further API key and returns it once, outside of every page (security.md section 4): as JSON to a page's
 * script, to a form without a script as plain text.
 */
export async function addKeyAction({ request, context }: ActionFunctionArgs): Promise<Response> {
  const isJson = /\bapplication\/json\b/.test(request.headers.get('accept') ?? '');
  const { result, status } = await added({ request, context });
  const headers = new Headers({ 'Cache-Control': 'no-store' });
  if (isJson) return Response.json(result, { status, headers });
  const { apiKey, leadTo } = result;
  if (leadTo) return redirect(leadTo, { status: 303, headers });
  if (apiKey === undefined) {
    const to = '/dashboard/settings#api-keys';
    return redirectWithToast({ request, to, toast: toastOf(result), headers });
  }
  headers.set('Content-Type', 'text/plain; charset=utf-8');
  return new Response(`${apiKey}\n`, { headers });
}

async function added({
  request,
  context,
}: Pick<ActionFunctionArgs, 'request' | 'context'>): Promise<{ result: AddKeyResult; status: number }> {
  try {
    const { user } = await admit({ args: { request, context }, guard: requireUser, kind: 'form' });
    const form = await readForm({ request, context, fields: { names: fieldNamesOf(input) } });
    const parsed = input.safeParse(Object.fromEntries(form));
    if (!parsed.success) return { result: { nameError: apiKeyNameError }, status: 400 };
    const facts = requestFacts(request);
    return await tryToAdd({
      request,
      add: () => addApiKey({ userId: user.id, ...parsed.data, request: facts }),
    });
  } catch (thrown) {
    if (thrown instanceof Response)
      return { result: { leadTo: thrown.headers.get('location') ?? '/login' }, status: 401 };
    const refused = thrown instanceof AppError && unreadStatus[thrown.type];
    if (!refused) throw thrownPage({ error: thrown, request });
    const { title } = errorCatalogue[thrown.type];
    return { result: { title, message: thrown.message }, status: refused };
  }
}

/** Errors from before the form was read, which are shown beside it. */
const unreadStatus: Partial<Record<ErrorType, number>> = { rate_limit: 429, validation_error: 400 };

async function tryToAdd({
  request,
  add,
}: {
  request: Request;
  add: () => Promise<{ plain: string }>;
}): Promise<{ result: AddKeyResult; status: number }> {
  const made: { apiKey?: string; nameError?: string } = {};
  const { toast, isDone } = await toToastResult({
    request,
    fallback: addKeyFailed,
    run: async () => {
      try {
        made.apiKey = (await add()).plain;
      } catch (error) {
        const name = error instanceof AppError ? error.details?.['name'] : undefined;
        if (typeof name !== 'string') throw error;
        made.nameError = name;
      }
      return 'API Key Created';
    },
  });
  if (!isDone) return { result: typeof toast === 'string' ? { message: toast } : toast, status: 409 };
  return { result: made, status: made.nameError === undefined ? 201 : 400 };
}

function toastOf({ nameError: wrong, title = 'Error', message = '' }: AddKeyResult): ToastInput {
  if (wrong !== undefined) return { title: 'Validation Error', message: wrong, tone: 'error' };
  return { title, message, tone: 'error' };
}
