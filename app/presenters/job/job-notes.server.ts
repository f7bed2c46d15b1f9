import type { ToastInput } from '#app/protocol/toast.ts';
import { notificationErrorText, noteRuleNames } from '#domain/note-words.ts';
import type { Owner } from '#server/jobs/types.ts';
import { jobChannel } from '#server/notifications/channels/job-channel.server.ts';
import type { TestedChannel } from '#server/notifications/channels/send-test-note.server.ts';
import { hostOf, listNotes, type ListedNote } from '#server/notifications/list-notes.server.ts';

const shownNotes = 20;

const channelNames = { slack: 'Slack', webhook: 'Webhook', email: 'Email', push: 'Push' } as const;
const frequencies = {
  always: 'on every execution',
  on_failure: 'on failure',
  on_success: 'on success',
  never: 'never',
} as const;

/** Without a channel the owner hears of failures alone (D37). */
const mailed = {
  always: 'on the first failure, by email to you',
  on_failure: 'on the first failure, by email to you',
  on_success: 'never without a channel',
  never: 'never',
} as const;

/** One note of the list. Instants are UTC milliseconds. */
export interface NoteLine {
  id: number;
  executionId: number;
  rule: string;
  channel: string;
  destination: string;
  state: ListedNote['state'];
  attempts: number;
  owedAt: number;
  /** When it is tried next; null once it has ended, or before its first attempt. */
  nextAt: number | null;
  /** Why the last attempt did not arrive. */
  error: string | null;
  /** How the channel's response to it begins. */
  response: string | null;
}

/** The notifications of a job as its page shows them. */
export interface JobNotes {
  /** "on failure, to Slack" */
  note: string;
  /** Where a test goes. */
  destination: string;
  lines: NoteLine[];
}

/** @throws AppError not_found */
export async function readJobNotes({ owner, jobId }: { owner: Owner; jobId: number }): Promise<JobNotes> {
  const [{ job, open }, notes] = await Promise.all([
    jobChannel({ owner, jobId }),
    listNotes({ ownerId: owner.id, jobId, limit: shownNotes }),
  ]);
  const { notifyFrequency: frequency } = job;
  return {
    note: open.channel === 'email' ? mailed[frequency] : told({ frequency, channel: open.channel }),
    destination: open.channel === 'email' ? open.to : hostOf(open.config.url),
    lines: notes.map(toNoteLine),
  };
}

function told({ frequency, channel }: { frequency: keyof typeof frequencies; channel: 'slack' | 'webhook' }) {
  return frequency === 'never' ? 'never' : `${frequencies[frequency]}, to ${channelNames[channel]}`;
}

export function toNoteLine({
  id,
  executionId,
  rule,
  channel,
  destination,
  state,
  attempts,
  ...note
}: ListedNote): NoteLine {
  const { errorCode, statusCode, response, owedAt, nextAt } = note;
  return {
    id,
    executionId,
    rule: noteRuleNames[rule],
    channel: channelNames[channel],
    destination,
    state,
    attempts,
    owedAt: owedAt.getTime(),
    nextAt: state === 'owed' && attempts > 0 ? nextAt.getTime() : null,
    error:
      state === 'sent' || errorCode === null
        ? null
        : notificationErrorText({ channel, errorCode, statusCode }),
    response: state === 'sent' ? null : response,
  };
}

/** What came of a test note, in words. */
export function testNoteToast({ channel, errorCode, statusCode }: TestedChannel): ToastInput {
  const name = channel === 'email' ? 'email' : channelNames[channel];
  if (errorCode === null) return `Test notification sent by ${name}. Check whether it arrived.`;
  return {
    title: 'Test Notification Not Delivered',
    message: notificationErrorText({ channel, errorCode, statusCode }),
    tone: 'error',
  };
}
