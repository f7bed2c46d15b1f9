import { toldOf } from '#app/http/answer-with-toast.server.ts';
import type { ToastInput } from '#app/http/flash-toast.server.ts';
import { testNoteToast } from '#app/presenters/job-notes.server.ts';
import { readJobForm, textOf } from '#app/presenters/read-job-form.ts';
import type { Owner } from '#server/jobs/types.ts';
import { sendDraftNote } from '#server/notifications/send-draft-note.server.ts';

/** Sends a test note to where the notes of a form go, saved or not; what came of it, in words. */
export async function sendNoteOfForm({
  owner,
  request,
  sent,
}: {
  owner: Owner;
  request: Request;
  sent: FormData;
}): Promise<ToastInput> {
  const form = readJobForm(sent);
  const text = (name: string) => textOf(form, name).trim();
  const draft = {
    name: text('name') || 'A new job',
    notificationType: text('notificationType') || null,
    notificationConfig: text('notificationConfig') || null,
  };
  const { toast } = await toldOf({
    request,
    fallback: 'Failed to send the test notification. Please try again.',
    run: async () => testNoteToast(await sendDraftNote({ owner, draft })),
  });
  return toast;
}
