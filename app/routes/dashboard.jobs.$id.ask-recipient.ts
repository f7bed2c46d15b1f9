import { jobAct, toJobPage } from '#app/http/forms/job-act.server.ts';
import { askJobRecipient } from '#server/mail/job-recipient.server.ts';

export const loader = toJobPage;

/** Asks the recipient of an email job for consent. */
export const action = jobAct({
  run: async ({ owner, jobId }) => {
    const asked = await askJobRecipient({ owner, jobId });
    return asked === 'asked'
      ? 'Confirmation sent. The link works for 24 hours.'
      : 'The address is confirmed.';
  },
});
