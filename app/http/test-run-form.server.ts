import { setTimeout as wait } from 'node:timers/promises';
import { readJobForm, textOf } from '#app/presenters/read-job-form.ts';
import { toTestRunState, type TestRunState } from '#app/presenters/test-run-view.ts';
import { getTestRun } from '#server/test-runs/get-test-run.server.ts';

const lookMs = 250;

/** The form of a test run: when the job runs and what it is called do not matter yet. */
export function readTestForm(sent: FormData): FormData {
  const form = readJobForm(sent);
  if (textOf(form, 'name').trim() === '') form.set('name', 'Test run');
  form.set('mode', 'none');
  return form;
}

/** Waits for a test run to end, for a page that cannot look again by itself. */
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
    await wait(lookMs);
  }
}
