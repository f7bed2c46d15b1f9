import type { SubmissionResult } from '@conform-to/react';
import { fieldErrorsOf } from '#app/http/forms/form-action.server.ts';
import { expectedError } from '#app/http/responses/expected-error.server.ts';
import { type ToastResult, toToastResult } from '#app/http/responses/respond-with-toast.server.ts';
import { readJobForm, textOf } from '#app/presenters/job-form/read-job-form.ts';
import { testNotificationToast } from '#app/presenters/job/job-notifications.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { sendDraftNotification } from '#server/notifications/channels/send-draft-notification.server.ts';

/** Result of the test notification of a form. */
interface TestedForm {
  /** Null where the fields say what is wrong. */
  shown: (ToastResult & { waitSeconds: number | null }) | null;
  /** The body as it was sent, secrets masked; null where nothing was sent. */
  body: string | null;
  result: SubmissionResult;
}

/** Sends a test notification to the channel of a form, saved or not; returns the result in words. */
export async function sendFormNotification({
  owner,
  request,
  sent,
}: {
  owner: Owner;
  request: Request;
  sent: FormData;
}): Promise<TestedForm> {
  const form = readJobForm(sent);
  const text = (name: string) => textOf(form, name).trim();
  const draft = {
    name: text('name') || 'A new job',
    notificationType: text('notificationType') || null,
    notificationConfig: text('notificationConfig') || null,
  };
  const initialValue = Object.fromEntries(form) as Record<string, string>;
  let body: string | null = null;
  const refused: { fields: Record<string, string[]> | null } = { fields: null };
  const shown = await toToastResult({
    request,
    fallback: 'Failed to send the test notification. Please try again.',
    run: async () => {
      try {
        const tested = await sendDraftNotification({ owner, draft });
        body = tested.body;
        return testNotificationToast(tested);
      } catch (problem) {
        const expected = expectedError(problem);
        refused.fields = expected?.type === 'validation_error' ? fieldErrorsOf(expected.details) : null;
        throw problem;
      }
    },
  });
  const { fields: error } = refused;
  if (error !== null) return { shown: null, body, result: { status: 'error', initialValue, error } };
  return { shown, body, result: { initialValue } };
}
