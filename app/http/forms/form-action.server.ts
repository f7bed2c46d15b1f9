import { parseWithZod, type Submission, type SubmissionResult } from '@conform-to/zod/v4';
import { data, type ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { fieldNamesOf } from '#app/http/forms/field-names.ts';
import { type FormFields, readForm } from '#app/http/forms/read-form.server.ts';
import { isFromScript, readRefusedForm } from '#app/http/forms/refused-form.server.ts';
import { isResponse, thrownPage } from '#app/http/pages/page-loader.server.ts';
import { expectedError } from '#app/http/responses/expected-error.server.ts';
import { makeToast } from '#app/http/responses/flash-toast.server.ts';
import { admit } from '#app/http/session/admit.server.ts';
import type { Guard } from '#app/http/session/guards.server.ts';
import { logDefect } from '#app/protocol/log-defect.server.ts';
import type { Toast } from '#app/protocol/toast.ts';
import { toScreenToast } from '#domain/error-toast.ts';
import { AppError, errorCatalogue } from '#domain/errors.ts';

/** Result of a failed form for its page: conform's `lastResult`, and the text to show. */
export interface FormResult {
  result: SubmissionResult | null;
  toast: Toast | null;
}

/** A form its schema took. */
interface Taken<Input> {
  input: Input;
  /** Further values of the page, such as the button. */
  sent: Record<string, unknown>;
  /** The form as typed, for a response without a save. */
  asSent: () => SubmissionResult;
}

/** Rules and use case of a form. */
interface FormRule<Allowed extends object, Schema extends z.ZodType, Done> {
  schema: Schema;
  /** Makes the fields of the schema from what the page's controls send. */
  prepare?: ((form: FormData) => FormData) | undefined;
  /** The text of a failure without words of its own: "Failed to update job. Please try again." */
  fallback?: string | undefined;
  /** Names whose values do not come back in the response: secrets. */
  hideFields?: string[];
  /** The field an error is about which names none; null for the form as a whole. */
  fieldOf?: (error: AppError) => string | null;
  run: (args: ActionFunctionArgs & Allowed & Taken<z.output<Schema>>) => Promise<Done>;
}

/**
 * An action behind a form: guard, rate limit, parse with the schema, one use case, respond. Field errors of the schema
 * and of a validation_error come back under their fields with the typed text; every other expected error as a toast
 * with the catalogue's text; a bug is logged and shown as a server error. Only the result of `run` leaves the page.
 *
 * @param controls names the page sends besides the fields of the schema
 */
export function formAction<Allowed extends object, Schema extends z.ZodType, Done>({
  guard,
  controls = [],
  ...rule
}: FormRule<Allowed, Schema, Done> & { guard: Guard<Allowed>; controls?: readonly string[] }) {
  const fields = { names: [...fieldNamesOf(rule.schema), ...controls] };
  return guardedForm({
    guard,
    fields,
    asSent: (form) => unjudged({ form, ...rule }),
    run: ({ form, ...args }) => runForm({ args: args as ActionFunctionArgs & Allowed, form, ...rule }),
  });
}

/**
 * Base of every form: the guard, the rate limit and the field names come before any content of the form. An expected
 * error of these is a toast, and the page keeps the typed text.
 * @param asSent values to fill in again without a script, when a rate limit refused the form
 */
export function guardedForm<Allowed extends object, Done>({
  guard,
  fields,
  asSent,
  run,
}: {
  guard: Guard<Allowed>;
  fields: FormFields;
  asSent: (form: FormData) => SubmissionResult;
  run: (args: ActionFunctionArgs & Allowed & { form: FormData }) => Promise<Done>;
}) {
  return async (args: ActionFunctionArgs) => {
    let taken: { allowed: Allowed; form: FormData };
    try {
      const allowed = await admit({ args, guard, kind: 'form' });
      taken = { allowed, form: await readForm({ ...args, fields }) };
    } catch (error) {
      const form = await readRefusedForm({ args, guard, fields, error });
      return refusedUnjudged({ error, request: args.request, sent: form && asSent(form) });
    }
    return run({ ...args, ...taken.allowed, form: taken.form });
  };
}

const shownByToast = new Set<string>(['rate_limit', 'validation_error']);

function refusedUnjudged({
  error,
  request,
  sent,
}: {
  error: unknown;
  request: Request;
  sent: SubmissionResult | null;
}) {
  if (!(error instanceof AppError) || !shownByToast.has(error.type)) throw thrownPage({ error, request });
  const { status, title } = errorCatalogue[error.type];
  const toast = makeToast({ title, message: error.message, tone: 'error' });
  // With a result that has no values a page's script would empty the form.
  const result: SubmissionResult = { ...sent, status: 'error', error: { '': [error.message] } };
  return data<FormResult>({ result: isFromScript(request) ? null : result, toast }, { status });
}

/** The fields of a form its schema has not seen. */
function unjudged({
  form,
  prepare = (sent) => sent,
  hideFields = [],
}: {
  form: FormData;
  prepare?: ((form: FormData) => FormData) | undefined;
  hideFields?: string[];
}): SubmissionResult {
  return parseWithZod(prepare(form), { schema: z.looseObject({}) }).reply({ hideFields, formErrors: [] });
}

/** Parses a read form, runs its use case and makes the response of what fails. */
export async function runForm<Allowed extends object, Schema extends z.ZodType, Done>({
  args,
  form,
  schema,
  prepare = (sent) => sent,
  fallback,
  hideFields = [],
  fieldOf = () => null,
  run,
}: FormRule<Allowed, Schema, Done> & { args: ActionFunctionArgs & Allowed; form: FormData }) {
  const { request } = args;
  const submission: Submission<z.output<Schema>> = parseWithZod(prepare(form), { schema });
  if (submission.status !== 'success') {
    const result: FormResult = { result: submission.reply({ hideFields }), toast: null };
    return data(result, { status: 400 });
  }
  try {
    const { payload: sent, value: input } = submission;
    return await run({ ...args, input, sent, asSent: () => submission.reply({ hideFields }) });
  } catch (error) {
    if (isResponse(error)) throw error;
    const expected = expectedError(error);
    if (!expected) logDefect({ error, request });
    return refused({
      error: expected ?? new AppError('internal_error', { cause: error }),
      field: expected && fieldOf(expected),
      submission,
      fallback,
      hideFields,
    });
  }
}

function refused({
  error,
  field,
  submission,
  fallback,
  hideFields,
}: {
  error: AppError;
  field: string | null;
  submission: Submission<unknown>;
  fallback: string | undefined;
  hideFields: string[];
}) {
  const { status } = errorCatalogue[error.type];
  const { title, message } = toScreenToast({ error, screen: fallback });
  const named = error.type === 'validation_error' ? fieldErrorsOf(error.details) : null;
  const fieldErrors = field === null ? named : { [field]: [message] };
  const result: FormResult = {
    result: submission.reply({ hideFields, ...(fieldErrors ? { fieldErrors } : { formErrors: [message] }) }),
    toast: fieldErrors ? null : makeToast({ title, message, tone: 'error' }),
  };
  return data(result, { status });
}

/** The sentences of a validation_error by field; null where it names none. */
export function fieldErrorsOf(details: unknown): Record<string, string[]> | null {
  if (typeof details !== 'object' || details === null) return null;
  const entries = Object.entries(details).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return entries.length > 0 ? Object.fromEntries(entries.map(([field, text]) => [field, [text]])) : null;
}
