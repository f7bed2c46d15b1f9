import { parseWithZod, type Submission, type SubmissionResult } from '@conform-to/zod/v4';
import { data, type ActionFunctionArgs } from '@remix-run/node';
import type { z } from 'zod';
import { AppError, errorCatalogue } from '#domain/errors.ts';
import { expectedError, logDefect } from '#app/http/expected-error.server.ts';
import { makeToast } from '#app/http/flash-toast.server.ts';
import { isAnswer, thrownPage } from '#app/http/page-loader.server.ts';
import { readForm } from '#app/http/read-form.server.ts';
import type { Toast } from '#app/http/toast.ts';

/** What a form's page gets back when nothing was saved: for conform's `lastResult`, and the words to show. */
export interface FormAnswer {
  result: SubmissionResult | null;
  toast: Toast | null;
}

/** A form that its schema took. */
interface Taken<Input> {
  input: Input;
  /** What the page sent besides, such as the button. */
  sent: Record<string, unknown>;
  /** The form as it was typed, for an answer that saves nothing. */
  asSent: () => SubmissionResult;
}

/**
 * An action behind a form: guard, parse with the schema, one use case, respond. Field errors of the schema and of
 * a validation_error come back under their fields with what was typed; every other expected error as a toast in
 * the catalogue's words; a defect is logged and told as a server error. Only what `run` returns leaves the page.
 *
 * @param prepare makes the fields of the schema from what the page's controls send
 * @param fallback what a failure without a reason of its own says: "Failed to update job. Please try again."
 * @param hideFields names whose values do not come back in the answer: secrets
 */
export function formAction<Allowed extends object, Schema extends z.ZodType, Done>({
  guard,
  schema,
  prepare = (form) => form,
  fallback,
  hideFields = [],
  run,
}: {
  guard: (request: Request) => Promise<Allowed>;
  schema: Schema;
  prepare?: (form: FormData) => FormData;
  fallback?: string | undefined;
  hideFields?: string[];
  run: (args: ActionFunctionArgs & Allowed & Taken<z.output<Schema>>) => Promise<Done>;
}) {
  return async (args: ActionFunctionArgs) => {
    const { request } = args;
    let allowed: Allowed;
    let submission: Submission<z.output<Schema>>;
    try {
      allowed = await guard(request);
      submission = parseWithZod(prepare(await readForm(args)), { schema });
    } catch (error) {
      throw thrownPage({ error, request });
    }
    if (submission.status !== 'success') {
      const answer: FormAnswer = { result: submission.reply({ hideFields }), toast: null };
      return data(answer, { status: submission.status === 'error' ? 400 : 200 });
    }
    try {
      const { payload: sent, value: input } = submission;
      return await run({ ...args, ...allowed, input, sent, asSent: () => submission.reply({ hideFields }) });
    } catch (error) {
      if (isAnswer(error)) throw error;
      const expected = expectedError(error);
      if (!expected) logDefect({ error, request });
      return refused({
        error: expected ?? new AppError('internal_error', { cause: error }),
        submission,
        fallback,
        hideFields,
      });
    }
  };
}

function refused({
  error,
  submission,
  fallback,
  hideFields,
}: {
  error: AppError;
  submission: Submission<unknown>;
  fallback: string | undefined;
  hideFields: string[];
}) {
  const { status } = errorCatalogue[error.type];
  const fieldErrors = error.type === 'validation_error' ? fieldErrorsOf(error.details) : null;
  const { title, message } = wordsOf({ error, fallback });
  const answer: FormAnswer = {
    result: submission.reply({ hideFields, ...(fieldErrors ? { fieldErrors } : { formErrors: [message] }) }),
    toast: fieldErrors ? null : makeToast({ title, message, tone: 'error' }),
  };
  return data(answer, { status });
}

/** What was said of the error itself counts first, then the screen's words for a failure of the server. */
function wordsOf({ error, fallback }: { error: AppError; fallback: string | undefined }) {
  const { status, title, text } = errorCatalogue[error.type];
  if (error.message === text && fallback !== undefined && status >= 500)
    return { title: 'Error', message: fallback };
  return { title, message: error.message };
}

function fieldErrorsOf(details: unknown): Record<string, string[]> | null {
  if (typeof details !== 'object' || details === null) return null;
  const entries = Object.entries(details).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return entries.length > 0 ? Object.fromEntries(entries.map(([field, text]) => [field, [text]])) : null;
}
