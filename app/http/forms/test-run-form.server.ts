import { setTimeout as wait } from 'node:timers/promises';
import { openedJob } from '#app/http/forms/edit-job.server.ts';
import { sentChanges } from '#app/http/forms/sent-changes.server.ts';
import { readDuplicated } from '#app/presenters/job-form/duplicate-job.server.ts';
import { readJobForm, textOf } from '#app/presenters/job-form/read-job-form.ts';
import { toTestRunState, type TestRunState } from '#app/presenters/job-form/test-run-view.ts';
import type { JobInput } from '#domain/job/job.ts';
import { unmaskRequest } from '#domain/job/unmask-request.ts';
import { getJob } from '#server/jobs/reads/get-job.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { getTestRun } from '#server/test-runs/get-test-run.server.ts';
import { startTestRun } from '#server/test-runs/start-test-run.server.ts';

const pollMs = 250;

/** The form of a test run: when the job runs and what it is called do not matter yet. */
export function readTestForm(sent: FormData): FormData {
  const form = readJobForm(sent);
  if (textOf(form, 'name').trim() === '') form.set('name', 'Test run');
  form.set('mode', 'none');
  return form;
}

/**
 * Starts the test run of a form. Masks stand for the values a save of the same form would use: of its job, or of the
 * job it duplicates.
 * @param jobId the saved job of the form; null on the create page
 * @param url of the page of the form, which names the job to duplicate
 * @throws AppError as startTestRun
 */
export async function startTestOfForm({
  owner,
  jobId,
  url,
  input,
  sent,
}: {
  owner: Owner;
  jobId: number | null;
  url: string;
  input: JobInput;
  sent: Record<string, unknown>;
}): Promise<{ id: string }> {
  if (jobId === null) {
    const stored = await readDuplicated({ owner, url });
    return startTestRun({ owner, input: unmaskRequest({ input, stored }) });
  }
  const { job: saved } = await getJob({ owner, jobId });
  const opened = await openedJob({ owner, jobId, sent });
  return startTestRun({ owner, jobId, input: sentChanges({ input, saved, opened }) });
}

/** Waits for a test run to end, for a page that cannot poll. */
export async function waitForTestRun({
  ownerId,
  id,
  forMs,
}: {
  ownerId: number;
  id: string;
  forMs: number;
}): Promise<TestRunState> {
  const until = Date.now() + forMs;
  for (;;) {
    const state = toTestRunState(await getTestRun({ ownerId, id }));
    if (state.stage === 'ended' || Date.now() >= until) return state;
    await wait(pollMs);
  }
}
