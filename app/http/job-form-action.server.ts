import { data, type ActionFunctionArgs } from '@remix-run/node';
import { sendNoteOfForm } from '#app/http/draft-note.server.ts';
import { makeToast } from '#app/http/flash-toast.server.ts';
import { formAction, type FormAnswer } from '#app/http/form-action.server.ts';
import { requireUser } from '#app/http/guards.server.ts';
import { ownerOf } from '#app/http/owner-of.server.ts';
import { thrownPage } from '#app/http/page-loader.server.ts';
import { readForm } from '#app/http/read-form.server.ts';
import type { Toast } from '#app/http/toast.ts';
import { readTestForm, waitForTestRun } from '#app/http/test-run-form.server.ts';
import { pasteIntoForm, type PasteReport } from '#app/presenters/paste-into-form.ts';
import { readJobForm, textOf } from '#app/presenters/read-job-form.ts';
import { toSchedulePreview, type SchedulePreview } from '#app/presenters/schedule-preview.ts';
import type { TestRunState } from '#app/presenters/test-run-view.ts';
import { jobInput, type JobInput } from '#domain/job.ts';
import { scheduleFromForm } from '#domain/schedule-from-form.ts';
import type { SignedIn } from '#server/accounts/types.ts';
import { now } from '#server/clock.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { startTestRun } from '#server/test-runs/start-test-run.server.ts';

/** A form's answer and what the schedule in it means: a page without JavaScript shows all of it. */
export interface JobFormAnswer extends FormAnswer {
  /** Null: as the form has it. */
  preview: SchedulePreview | null;
  test?: TestRunState | null;
  paste?: PasteReport | null;
  /** What came of a test notification. */
  note?: Toast;
  /** The answer of a save did not come in time: nobody knows yet whether it is saved (D5). */
  isUnconfirmed?: boolean;
}

/** Within what a page without JavaScript is kept waiting for a test run. */
const testWaitMs = 12_000;

/**
 * The action behind the job form, for Create and Edit alike. Its buttons besides Save, each with an `intent`, are
 * for pages without JavaScript: fill in from a pasted command, test run, test notification.
 */
export function jobFormAction({
  fallback,
  run,
}: {
  /** "Failed to update job. Please try again." */
  fallback: string;
  run: (args: ActionFunctionArgs & SignedIn & { input: JobInput }) => Promise<Response>;
}) {
  const save = formAction({ guard: requireUser, schema: jobInput, prepare: readJobForm, fallback, run });
  return async (args: ActionFunctionArgs) => {
    const sent = await sentForm(args);
    const intent = sent.get('intent');
    if (intent === 'fill') return fill(sent);
    if (intent === 'note') return testNote({ args, sent });
    const answer = intent === 'test' ? await testRun({ args, sent }) : await save(args);
    if (answer instanceof Response) return answer;
    const preview = previewOf(answer.data.result?.initialValue ?? {});
    return data({ ...answer.data, preview } satisfies JobFormAnswer, answer.init ?? {});
  };
}

/** The body is read twice: the form action reads it again, after its guard. */
async function sentForm({ request, context }: ActionFunctionArgs): Promise<FormData> {
  try {
    return await readForm({ request: request.clone(), context });
  } catch (error) {
    throw thrownPage({ error, request });
  }
}

function fill(sent: FormData) {
  const { values, report } = pasteIntoForm({
    form: readJobForm(sent),
    text: textOf(sent, 'command'),
  });
  const answer = { result: { initialValue: values }, toast: null, paste: report, preview: previewOf(values) };
  return data(answer satisfies JobFormAnswer, { status: report.reason === null ? 200 : 400 });
}

async function testRun({ args, sent }: { args: ActionFunctionArgs; sent: FormData }) {
  // The form comes back as it was typed, not as the test run takes it.
  const initialValue = typed(sent);
  const start = formAction({
    guard: requireUser,
    schema: jobInput,
    prepare: readTestForm,
    run: async ({ user, request, input }) => {
      const { id } = await startTestRun({ owner: ownerOf({ user, request }), input });
      const test = await waitForTestRun({ ownerId: user.id, id, forMs: testWaitMs });
      return data<FormAnswer & { test?: TestRunState }>({ result: null, toast: null, test });
    },
  });
  const { data: answer, init } = await start(args);
  return data({ ...answer, result: { ...answer.result, initialValue } }, init ?? {});
}

async function testNote({ args: { request }, sent }: { args: ActionFunctionArgs; sent: FormData }) {
  let owner: Owner;
  try {
    owner = ownerOf({ ...(await requireUser(request)), request });
  } catch (error) {
    throw thrownPage({ error, request });
  }
  const note = makeToast(await sendNoteOfForm({ owner, request, sent }));
  const values = typed(sent);
  return data({
    result: { initialValue: values },
    toast: null,
    note,
    preview: previewOf(values),
  } satisfies JobFormAnswer);
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
