import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { FlashToast } from '#app/components/ui/overlay/toast-list.ts';
import { useToast } from '#app/components/ui/overlay/toast.tsx';
import type { FormResult } from '#app/http/forms/form-action.server.ts';
import { formSections } from '#app/presenters/job-form/form-sections.ts';
import type { TestRunState } from '#app/presenters/job-form/test-run-view.ts';

const pollMs = 400;
const failed: FlashToast = {
  title: 'Error',
  message: 'Failed to start the test run. Please try again.',
  tone: 'error',
};

export interface TestRun {
  state: TestRunState | null;
  isRunning: boolean;
  /** The form has changed since the run. */
  isOutdated: boolean;
  start: () => void;
  /** Call it when the form has changed. */
  compare: () => void;
}

/**
 * Calls the target of the form, saved or not, and polls until the end.
 * @param onRefused called with the form's errors if no call is made
 * @param onStarted called once the server has accepted the form
 */
export function useTestRun({
  form,
  jobId,
  initial,
  onRefused,
  onStarted,
}: {
  form: RefObject<HTMLFormElement>;
  jobId: number | undefined;
  initial: TestRunState | null;
  onRefused: (result: FormResult) => void;
  onStarted: () => void;
}): TestRun {
  const [state, setState] = useState(initial);
  const [isStarting, setStarting] = useState(false);
  const [isOutdated, setOutdated] = useState(false);
  const tested = useRef<string | null>(null);
  useEffect(() => {
    // A run that came with the page used the form as it was then.
    if (initial && form.current) tested.current = requestText(form.current);
  }, [form, initial]);
  const showToast = useToast();
  const running = useRef<AbortController>();
  useEffect(() => () => running.current?.abort(), []);

  const begin = useCallback(async () => {
    if (!form.current) return;
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setStarting(true);
    setState(null);
    tested.current = requestText(form.current);
    setOutdated(false);
    try {
      const given = await sendForm({ form: form.current, jobId, signal: controller.signal });
      if (!('started' in given)) {
        onRefused(given);
        if (given.toast) showToast(given.toast);
        return;
      }
      onStarted();
      await follow({ id: given.started.id, signal: controller.signal, onState: setState });
    } catch {
      if (!controller.signal.aborted) showToast(failed);
    } finally {
      if (!controller.signal.aborted) setStarting(false);
    }
  }, [form, jobId, onRefused, onStarted, showToast]);

  const isRunning =
    isStarting || (state !== null && state.stage !== 'ended' && running.current !== undefined);
  const compare = () => {
    if (tested.current !== null && form.current) setOutdated(requestText(form.current) !== tested.current);
  };
  return { state, isRunning, isOutdated, start: () => void begin(), compare };
}

/** @throws Error if the response has no result for the form, such as an error page */
async function sendForm({
  form,
  jobId,
  signal,
}: {
  form: HTMLFormElement;
  jobId: number | undefined;
  signal: AbortSignal;
}): Promise<{ started: { id: string } } | FormResult> {
  const body = new FormData(form);
  if (jobId !== undefined) body.set('jobId', String(jobId));
  // The page's address names the duplicated job.
  const at = `/dashboard/jobs/test-runs${window.location.search}`;
  const result = await fetch(at, { method: 'POST', body, signal });
  const given = (await result.json()) as { started: { id: string } } | FormResult;
  if (!('started' in given) && !('toast' in given)) throw new Error('The test run did not start.');
  return given;
}

const ofTarget = new Set(['type', 'webhookURL']);
const ofNoRequest = new Set<string>(
  formSections
    .flatMap(({ value, fields }) =>
      value === 'url' || value === 'notifications' || value === 'status' ? [...fields] : [],
    )
    .filter((name) => !ofTarget.has(name)),
);

/** Fields that a test run depends on: the form without name, schedule, notifications and status. */
function requestText(form: HTMLFormElement): string {
  const fields = [...new FormData(form)].filter(
    ([name]) => !ofNoRequest.has(name) && !/^(builder|notify|command$)/.test(name),
  );
  return JSON.stringify(fields);
}

/** Polls until the end; a lost response is requested again. */
async function follow({
  id,
  signal,
  onState,
}: {
  id: string;
  signal: AbortSignal;
  onState: (state: TestRunState) => void;
}): Promise<void> {
  while (!signal.aborted) {
    // The call is made even if this connection breaks.
    const result = await fetch(`/dashboard/jobs/test-runs/${id}`, { signal }).catch(() => null);
    if (result?.status === 404) throw new Error('The test run no longer exists. Run it again.');
    if (result?.ok) {
      const state = (await result.json()) as TestRunState;
      onState(state);
      if (state.stage === 'ended') return;
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
