import { summedUpWeek } from '#domain/notifications/account-mail.ts';
import { enqueueSummaries } from '#server/account-mail/enqueue-summaries.server.ts';
import { enqueueTrialEndMails } from '#server/account-mail/enqueue-trial-end-mails.server.ts';
import { inBatches, withinRun } from './in-batches.server.ts';

/**
 * Enqueues emails by date: about trials that end within 3 days, also if the payment provider's own webhook never
 * arrived, and on Mondays the weekly summary. Each is enqueued once, however often this runs.
 * @param now UTC milliseconds
 */
export async function enqueueReminders({
  isStopping,
  now = Date.now(),
}: {
  isStopping: () => boolean;
  now?: number;
}): Promise<number> {
  const isOver = withinRun(isStopping);
  const week = summedUpWeek(now);
  const trials = await inBatches({ isOver, step: (limit) => enqueueTrialEndMails({ limit, now }) });
  if (week === null || isOver()) return trials;
  return trials + (await inBatches({ isOver, step: (limit) => enqueueSummaries({ limit, week }) }));
}
