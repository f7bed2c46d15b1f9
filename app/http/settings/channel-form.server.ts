import { data } from '@remix-run/node';
import { z } from 'zod';
import { formAction, type FormResult } from '#app/http/forms/form-action.server.ts';
import { makeToast } from '#app/http/responses/flash-toast.server.ts';
import { respondWithToast, toToastResult } from '#app/http/responses/respond-with-toast.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { ownerOf } from '#app/http/session/owner-of.server.ts';
import { testNotificationToast } from '#app/presenters/job/job-notifications.server.ts';
import { jobChannels } from '#domain/job/choices.ts';
import { missingUrlText } from '#domain/notifications/notification.ts';
import { saveDefaultChannel, type DefaultChannel } from '#server/accounts/default-channel.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { sendDraftNotification } from '#server/notifications/channels/send-draft-notification.server.ts';

const to = '/dashboard/settings#notifications';

const schema = z
  .object({
    notificationType: z.enum(['', ...jobChannels]).default(''),
    notificationConfig: z.string().trim().default(''),
    intent: z.enum(['save', 'test']).default('save').catch('save'),
  })
  .superRefine(({ notificationType: type, notificationConfig: config }, context) => {
    const message = missingUrlText({ type, config, frequency: undefined });
    if (message !== null) context.addIssue({ code: 'custom', path: ['notificationConfig'], message });
  });

/** The default channel: saves the form's values, or tries them with a test notification. */
export const channelForm = formAction({
  guard: requireUser,
  schema,
  fallback: 'Failed to save the notification channel. Please try again.',
  run: async ({ user, request, input, asSent }) => {
    const owner = ownerOf({ user, request });
    const { notificationType: type, notificationConfig: config } = input;
    const channel = type === '' ? null : { type, config };
    if (input.intent === 'test') {
      const { reported: shown, notificationBody: notificationBody } = await test({ owner, channel, request });
      const { toast, waitSeconds } = shown;
      const result: FormResult & { notificationBody: string | null } = {
        ...{ result: asSent(), toast: makeToast(toast), notificationBody },
      };
      return data(result, waitSeconds === null ? {} : limited(waitSeconds));
    }
    await saveDefaultChannel({ owner, channel });
    return respondWithToast({ request, to, toast: 'Notification Channel Saved' });
  },
});

/** Result of a test notification to the channel in the form, and the sent body. */
async function test({
  owner,
  channel,
  request,
}: {
  owner: Owner;
  channel: DefaultChannel | null;
  request: Request;
}) {
  const draft = {
    name: 'Any of your jobs',
    notificationType: channel?.type ?? null,
    notificationConfig: channel?.config ?? null,
  };
  let notificationBody: string | null = null;
  const shown = await toToastResult({
    request,
    fallback: 'Failed to send the test notification. Please try again.',
    run: async () => {
      // The saved job is the one that this form replaces.
      const tested = await sendDraftNotification({ owner, draft, hasDefault: false });
      notificationBody = tested.body;
      return testNotificationToast(tested);
    },
  });
  return { reported: shown, notificationBody: notificationBody };
}

const limited = (waitSeconds: number) => ({ status: 429, headers: { 'Retry-After': String(waitSeconds) } });
