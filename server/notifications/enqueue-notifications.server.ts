import {
  type NotificationFacts,
  type NotificationRule,
  mailFor,
  notificationFor,
  pushFor,
} from '#domain/notifications/notification.ts';
import type { Client } from '#server/database/transaction.server.ts';
import { channelOf } from '#server/notifications/channels/channel.server.ts';
import { findNotifying, type NotifyingJob } from './find-notifying.server.ts';
import { insertNotifications, type NewNotification } from './insert-notifications.server.ts';
import type { CompletionEvent } from './types.ts';

/**
 * Enqueues the notifications of completed executions (D37), in the same transaction: a rollback enqueues nothing. Facts
 * of one job come in order of completion. Nothing is sent here.
 *
 * @returns the jobs with a new, still lasting failure notification: their state's `notifiedAt` becomes `now`
 */
export async function enqueueNotifications({
  client,
  facts,
}: {
  client: Pick<Client, 'query'>;
  facts: CompletionEvent[];
}): Promise<number[]> {
  const heard = facts.filter(({ outcome }) => outcome !== 'skipped');
  if (heard.length === 0) return [];
  const jobs = await findNotifying({ client, facts: heard });
  if (jobs.size === 0) return [];
  const notifications: NewNotification[] = [];
  const notified = new Map<number, number | null>();
  const mailed = new Map<number, number>();
  for (const fact of heard) {
    const job = jobs.get(fact.jobId);
    if (!job) continue;
    const { jobId, now } = fact;
    const pushRule = job.hasBrowsers ? pushRuleOf({ fact, job }) : null;
    if (pushRule)
      notifications.push({ fact, rule: pushRule, ownerId: job.ownerId, open: { channel: 'push' } });
    const open = channelOf(job);
    const lastNotifiedAt = notified.has(jobId) ? (notified.get(jobId) ?? null) : fact.streakNotifiedAt;
    const lastMailedAt = mailed.get(jobId) ?? job.mailedAt?.getTime() ?? null;
    const rule = ruleOf({ fact, job, lastNotifiedAt, lastMailedAt, open });
    if (fact.outcome === 'success') notified.set(jobId, null);
    if (rule === null) continue;
    notifications.push({ fact, rule, ownerId: job.ownerId, open });
    if (open.channel === 'email' && (rule === 'failure' || rule === 'missed')) mailed.set(jobId, now);
    // A missed fire is part of no streak of failures: its notification does not count for one.
    if (endOf(fact) === 'failure') notified.set(jobId, now);
  }
  await insertNotifications({
    client,
    notifications: notifications.filter((notification) => !isOverheard({ notification, facts: heard })),
  });
  return [...notified].flatMap(([jobId, at]) => (at === null ? [] : [jobId]));
}

function ruleOf({
  fact,
  job: { notifyFrequency: frequency },
  lastNotifiedAt,
  lastMailedAt,
  open,
}: {
  fact: CompletionEvent;
  job: NotifyingJob;
  lastNotifiedAt: number | null;
  lastMailedAt: number | null;
  open: ReturnType<typeof channelOf>;
}): NotificationRule | null {
  // Automatic changes of a job are notified at any frequency setting.
  if (fact.kind !== 'ended') return fact.kind;
  const { now, streak, previousStreak } = fact;
  const end = endOf(fact);
  if (open.channel === 'email') return mailFor({ frequency, end, lastNotifiedAt, lastMailedAt, now });
  return notificationFor({
    frequency,
    config: open.config,
    end,
    streak: end === 'success' ? previousStreak : streak,
    lastNotifiedAt,
    now,
  });
}

/** Beside the job's own channel, and without a memory of its own: the streak alone decides. */
function pushRuleOf({ fact, job }: { fact: CompletionEvent; job: NotifyingJob }): NotificationRule | null {
  if (fact.kind !== 'ended') return fact.kind;
  return pushFor({ frequency: job.notifyFrequency, end: endOf(fact), streak: fact.streak });
}

function endOf({ outcome }: CompletionEvent): NotificationFacts['end'] {
  return outcome === 'success' || outcome === 'missed' ? outcome : 'failure';
}

/** A reminder beside the word the job was paused, or soon will be, would say the same twice. */
function isOverheard({
  notification,
  facts,
}: {
  notification: NewNotification;
  facts: CompletionEvent[];
}): boolean {
  const { executionId } = notification.fact;
  return (
    notification.rule === 'reminder' &&
    facts.some((fact) => fact.kind !== 'ended' && fact.executionId === executionId)
  );
}
