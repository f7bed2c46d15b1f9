import { jobAct, toJobPage } from '#app/http/job-act.server.ts';
import { testNoteToast } from '#app/presenters/job-notes.server.ts';
import { sendTestNote } from '#server/notifications/send-test-note.server.ts';

export const loader = toJobPage;

/** Sends a test note to where the notes of a job go, and says what came of it. */
export const action = jobAct({
  fallback: 'Failed to send the test notification. Please try again.',
  run: async ({ owner, jobId }) => testNoteToast(await sendTestNote({ owner, jobId })),
});
