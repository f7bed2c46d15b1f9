import { parseWithZod } from '@conform-to/zod/v4';
import { data, type ActionFunctionArgs } from '@remix-run/node';
import { sendFormNotification } from '#app/http/forms/draft-notification.server.ts';
import { type FormResult, guardedForm, runForm } from '#app/http/forms/form-action.server.ts';
import type { JobFormResult } from '#app/http/forms/job-form-result.ts';
import { jobFormFields } from '#app/http/forms/job-form-fields.ts';
import { storeSecret } from '#app/http/forms/store-secret.server.ts';
import { readTestForm, startTestOfForm, waitForTestRun } from '#app/http/forms/test-run-form.server.ts';
import { jobIdOf } from '#app/http/id-param.ts';
import { thrownPage } from '#app/http/pages/page-loader.server.ts';
import { makeToast } from '#app/http/responses/flash-toast.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { ownerOf } from '#app/http/session/owner-of.server.ts';
import { pasteIntoForm } from '#app/presenters/job-form/paste-into-form.ts';
import { readJobForm, textOf } from '#app/presenters/job-form/read-job-form.ts';
import { toSchedulePreview, type SchedulePreview } from '#app/presenters/job-form/schedule-preview.ts';
import type { TakenValue } from '#app/presenters/job-form/taken-value.ts';
import type { TestRunState } from '#app/presenters/job-form/test-run-view.ts';
import type { AppError } from '#domain/errors.ts';
import { withStatus } from '#domain/job/criterion.ts';
import { jobInput, type JobInput } from '#domain/job/job.ts';
import { sizeError } from '#domain/paste/read-paste.ts';
import { jobLimit, type Tier } from '#domain/plan.ts';
import { scheduleFromForm } from '#domain/schedule/schedule-from-form.ts';
import type { SignedInAccount } from '#server/accounts/types.ts';
import { now } from '#server/clock.server.ts';

type Asking = ActionFunctionArgs & SignedInAccount;
/** A redirect, or the form again. */
type Saved = Response | ReturnType<typeof data<JobFormResult>>;

/** Within what a page without JavaScript is kept waiting for a test run. */
const testWaitMs = 12_000;

/**
 * The action behind the job form, for Create and Edit alike. Its buttons besides Save, each with an `intent`, are for
 * pages without JavaScript: preview, fill in from a pasted command, test run, test notification. Others copy a value of
 * a test run into a field.
 */
export function jobFormAction({
  fallback,
  settle = ({ form }) => Promise.resolve(form),
  run,
}: {
  /** "Failed to update job. Please try again." */
  fallback: string;
  /** Fills in what the page leaves to the server, before the form is judged. */
  settle?: (args: Asking & { form: FormData }) => Promise<FormData>;
  run: (args: Asking & { input: JobInput; sent: Record<string, unknown> }) => Promise<Saved>;
}) {
  const action = guardedForm({
    guard: requireUser,
    fields: jobFormFields,
    asSent: (form) => ({ initialValue: typed(form) }),
    run: async ({ form: sent, ...args }) => {
      const intent = sent.get('intent');
      if (intent === 'fill') return fill(sent);
      if (intent === 'preview') return preview(sent);
      if (intent === 'note') return sendTestOfForm({ args, sent });
      if (intent === 'test') return testRun({ args, sent });
      if (sent.has('storeSecret')) return keepSecret({ args, sent });
      const taken = takenFrom(sent);
      if (taken) return take({ sent, taken });
      const form = await settle({ ...args, form: sent }).catch((error: unknown) => {
        throw thrownPage({ error, request: args.request });
      });
      return runForm<SignedInAccount, typeof jobInput, Saved>({
        ...{ args, form, schema: jobInput, prepare: readJobForm, fallback, run },
        // Shown once, at its field: the page has a banner besides.
        fieldOf: (error) => (isNoRoom({ error, tier: args.user.tier }) ? 'status' : null),
      });
    },
  });
  return async (args: ActionFunctionArgs) => {
    const result = await action(args);
    if (result instanceof Response) return result;
    const shown = previewOf(result.data.result?.initialValue ?? {});
    const given: FormResult & Partial<JobFormResult> = result.data;
    return data<JobFormResult>({ ...given, preview: given.preview ?? shown }, result.init ?? {});
  };
}

/** Tells if the plan allows no more jobs; other limits of a plan are not about the status. */
function isNoRoom({ error: { type, details }, tier }: { error: AppError; tier: Tier }): boolean {
  return type === 'authorization_error' && details?.['limit'] === jobLimit(tier);
}

function fill(sent: FormData) {
  const text = textOf(sent, 'command');
  const { values, report } = pasteIntoForm({ form: readJobForm(sent), text });
  const tooLong = sizeError(text);
  const error = tooLong === null ? {} : { error: { command: [tooLong] } };
  const result: JobFormResult = {
    result: { initialValue: values, ...error },
    toast: null,
    paste: report,
    preview: previewOf(values),
  };
  return data(result, { status: report.reason === null ? 200 : 400 });
}

async function keepSecret({ args: { user, request }, sent }: { args: Asking; sent: FormData }) {
  const values = typed(sent);
  const { result, status } = await storeSecret({ owner: ownerOf({ user, request }), sent, values });
  return data<JobFormResult>({ ...result, preview: previewOf(values) }, { status });
}

/** Shows the schedule's meaning, and every field that could not be saved. */
function preview(sent: FormData) {
  const submission = parseWithZod(readJobForm(sent), { schema: jobInput });
  const values = typed(sent);
  const error = submission.status === 'error' ? (submission.error ?? {}) : {};
  const result = { initialValue: values, error };
  return data<JobFormResult>({ result, toast: null, preview: previewOf(values) });
}

async function testRun({ args, sent }: { args: Asking; sent: FormData }) {
  // The form comes back as it was typed, not as the test run takes it.
  const initialValue = typed(sent);
  const { data: result, init } = await runForm({
    args,
    form: sent,
    schema: jobInput,
    prepare: readTestForm,
    run: async ({ user, request, params, input, sent: fields }) => {
      const jobId = params.id === undefined ? null : jobIdOf(params.id);
      const owner = ownerOf({ user, request });
      const { id } = await startTestOfForm({ owner, jobId, url: request.url, input, sent: fields });
      const test = await waitForTestRun({ ownerId: user.id, id, forMs: testWaitMs });
      return data<FormResult & { test?: TestRunState }>({ result: null, toast: null, test });
    },
  });
  const shown: JobFormResult = {
    ...result,
    result: { ...result.result, initialValue },
    preview: previewOf(initialValue),
  };
  return data(shown, init ?? {});
}

function takenFrom(sent: FormData): TakenValue | null {
  if (sent.has('takeUrl'))
    return {
      field: 'webhookURL',
      value: textOf(sent, 'takeUrl'),
      previous: textOf(sent, 'webhookURL'),
    };
  const accepted = textOf(sent, 'acceptedStatuses');
  if (sent.has('takeStatuses'))
    return { field: 'acceptedStatuses', value: textOf(sent, 'takeStatuses'), previous: accepted };
  const status = Number(textOf(sent, 'takeStatus'));
  return status > 0
    ? { field: 'acceptedStatuses', value: withStatus({ accepted, status }), previous: accepted }
    : null;
}

/** The form with that value in its field; saving checks it like a typed one. */
function take({ sent, taken }: { sent: FormData; taken: TakenValue }) {
  const initialValue = { ...typed(sent), [taken.field]: taken.value };
  return data<JobFormResult>({
    result: { initialValue },
    toast: null,
    taken: taken.value === taken.previous ? null : taken,
    preview: previewOf(initialValue),
  });
}

async function sendTestOfForm({ args: { user, request }, sent }: { args: Asking; sent: FormData }) {
  const { shown, body, result } = await sendFormNotification({
    owner: ownerOf({ user, request }),
    request,
    sent,
  });
  const response: JobFormResult = {
    ...{ result, toast: null, preview: previewOf(typed(sent)), notificationBody: body },
    notification: shown ? makeToast(shown.toast) : undefined,
  };
  return data(response, { status: shown ? 200 : 400 });
}

function typed(sent: FormData): Record<string, string> {
  return Object.fromEntries(readJobForm(sent)) as Record<string, string>;
}

function previewOf(sent: Record<string, unknown>): SchedulePreview {
  const texts = Object.entries(sent).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const fields = Object.fromEntries(texts);
  const timeZone = fields.timezone ?? 'UTC';
  return toSchedulePreview({ cron: scheduleFromForm(fields), timeZone, now: now().getTime() });
}
