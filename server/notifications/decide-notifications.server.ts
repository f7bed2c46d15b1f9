import type { EventDetails } from '#domain/notifications/event-details.ts';
import { isMailedToday, mailFor, notificationFor, pushFor } from '#domain/notifications/notification.ts';
import type { NotificationFacts, NotificationRule } from '#domain/notifications/notification.ts';
import { type AppliedRule, notificationByRule, type RuleEvent } from '#domain/notifications/rules.ts';
import { channelOf, type DecryptedChannel } from '#server/notifications/channels/channel.server.ts';
import type { NotifyingJob } from './find-notifying.server.ts';
import type { NewNotification } from './insert-notifications.server.ts';
import { appliedRules } from './rules/applied-rules.ts';
import type { CompletionEvent } from './types.ts';

/** Result of deciding a batch of facts. */
export interface DecidedNotifications {
  /** In the order of the facts. */
  notifications: NewNotification[];
  /** Jobs whose first rule notified of a failure that still lasts. */
  notifiedJobs: number[];
  /** Failures whose email the daily limit holds back. */
  heldMails: CompletionEvent[];
}

/** A job while its facts are decided in order. */
interface JobMemory {
  job: NotifyingJob;
  open: DecryptedChannel;
  rules: AppliedRule[];
  /** When the first rule last notified of the streak: undefined as long as the fact's own state holds. */
  notifiedAt?: number | null;
  mailedAt: NotifyingJob['mailedAt'];
  /** The channels that were notified of a streak, by their id. */
  streaks: Map<number, { streakStartedAt: number; notifiedAt: number }>;
}

/** Decides the notifications of completed executions by the rules of their jobs (D37, D51). */
export function decideNotifications({
  jobs,
  facts,
}: {
  jobs: Map<number, NotifyingJob>;
  facts: CompletionEvent[];
}): DecidedNotifications {
  const notifications: NewNotification[] = [];
  const heldMails: CompletionEvent[] = [];
  const memories = new Map([...jobs].map(([jobId, job]) => [jobId, toMemory(job)]));
  for (const fact of facts) {
    const memory = memories.get(fact.jobId);
    if (!memory) continue;
    const decided = decideFact({ fact, memory });
    notifications.push(...decided);
    if (isMailHeld({ fact, memory, decided })) heldMails.push(fact);
  }
  return {
    notifications: notifications.filter((one) => !isOverheard(one, notifications)),
    notifiedJobs: [...memories].flatMap(([jobId, { notifiedAt }]) =>
      typeof notifiedAt === 'number' ? [jobId] : [],
    ),
    heldMails,
  };
}

function toMemory(job: NotifyingJob): JobMemory {
  const open = channelOf(job);
  return {
    ...{ job, open, mailedAt: { ...job.mailedAt } },
    rules: appliedRules({ job, rules: job.rules, hasDefault: open.channel !== 'email' }),
    streaks: new Map(job.streaks.map((streak) => [streak.channelId, streak])),
  };
}

function decideFact({ fact, memory }: { fact: CompletionEvent; memory: JobMemory }): NewNotification[] {
  const { job, open, rules } = memory;
  const { ownerId } = job;
  const pushed = job.hasBrowsers ? pushRuleOf({ fact, job }) : null;
  const decided = rules.flatMap((applied): NewNotification[] => {
    const { channelId } = applied;
    const rule =
      channelId === null ? firstRule({ fact, memory }) : namedRule({ fact, channelId, applied, memory });
    if (rule === null) return [];
    return [{ fact, rule, ownerId, to: channelId === null ? open : namedChannel({ job, channelId }) }];
  });
  return [...(pushed ? [{ fact, rule: pushed, ownerId, to: { channel: 'push' as const } }] : []), ...decided];
}

/** True if the owner is to be mailed of a failure that no email has reported yet. */
function isMailHeld({
  fact,
  memory: { job, open, rules, notifiedAt },
  decided,
}: {
  fact: CompletionEvent;
  memory: JobMemory;
  decided: NewNotification[];
}): boolean {
  const isMailed = open.channel === 'email' && rules.some(({ channelId }) => channelId === null);
  const isAsked = job.notifyFrequency === 'on_failure' || job.notifyFrequency === 'always';
  if (!isMailed || !isAsked || fact.kind !== 'ended' || endOf(fact) !== 'failure') return false;
  const lastNotifiedAt = notifiedAt === undefined ? fact.streakNotifiedAt : notifiedAt;
  return lastNotifiedAt === null && !decided.some(({ to }) => to.channel === 'email');
}

function namedChannel({ job, channelId }: { job: NotifyingJob; channelId: number }): NewNotification['to'] {
  const found = job.rules.find((rule) => rule.channelId === channelId);
  if (!found) throw new Error(`Channel ${channelId} belongs to no rule of job ${job.jobId}.`);
  return { channel: found.kind, channelId, name: found.name };
}

/** The job's own channel, the account's default channel or the owner's email. */
function firstRule({ fact, memory }: { fact: CompletionEvent; memory: JobMemory }): NotificationRule | null {
  if (fact.details) return firstEvent({ kind: fact.details.kind, now: fact.now, memory });
  // Automatic changes of a job are notified at any frequency setting.
  if (fact.kind !== 'ended') return fact.kind;
  const { job, open } = memory;
  const { now, streak, previousStreak } = fact;
  const { notifyFrequency: frequency } = job;
  const end = endOf(fact);
  const lastNotifiedAt = memory.notifiedAt === undefined ? fact.streakNotifiedAt : memory.notifiedAt;
  const rule =
    open.channel === 'email'
      ? mailFor({ frequency, end, lastNotifiedAt, lastMailedAt: lastMailed(memory), now })
      : notificationFor({
          ...{ frequency, config: open.config, end, lastNotifiedAt, now },
          streak: end === 'success' ? previousStreak : streak,
        });
  if (end === 'success') memory.notifiedAt = null;
  // A missed fire is part of no streak of failures: its notification does not count for one.
  else if (rule !== null && end === 'failure') memory.notifiedAt = now;
  if (rule !== null && open.channel === 'email') memory.mailedAt[rule] = now;
  return rule;
}

/** An event that a field of the job asks for; by email at most one of a kind a day, except for certificates. */
function firstEvent({
  kind,
  now,
  memory: { job, open, mailedAt },
}: {
  kind: EventDetails['kind'];
  now: number;
  memory: JobMemory;
}): NotificationRule | null {
  if (job.notifyFrequency === 'never') return null;
  if (open.channel !== 'email' || kind === 'certificate') return kind;
  if (isMailedToday({ lastMailedAt: mailedAt[kind] ?? null, now })) return null;
  mailedAt[kind] = now;
  return kind;
}

function lastMailed({ mailedAt: { failure, missed } }: JobMemory): number | null {
  return failure === undefined && missed === undefined ? null : Math.max(failure ?? 0, missed ?? 0);
}

function namedRule({
  fact,
  channelId,
  applied,
  memory: { job, streaks },
}: {
  fact: CompletionEvent;
  channelId: number;
  applied: AppliedRule;
  memory: JobMemory;
}): NotificationRule | null {
  if (fact.kind !== 'ended') {
    const event = eventOf(fact.kind);
    return applied.events.includes(event) && (!applied.isMuted || event === 'paused') ? fact.kind : null;
  }
  const { now, streak, previousStreak, streakStartedAt } = fact;
  const last = streaks.get(channelId);
  const end = endOf(fact);
  const rule = notificationByRule({
    ...{ frequency: job.notifyFrequency, rule: applied, end, streakStartedAt, now },
    streak: end === 'success' ? previousStreak : streak,
    lastNotifiedAt: last?.streakStartedAt === streakStartedAt ? last.notifiedAt : null,
  });
  if (rule !== null && end === 'failure' && streakStartedAt !== null)
    streaks.set(channelId, { streakStartedAt, notifiedAt: now });
  return rule;
}

/** The event of a rule by which a fact besides the end of an execution is notified: its kind, but for pauses. */
function eventOf(kind: string): RuleEvent {
  return kind.startsWith('auto_pause') ? 'paused' : (kind as RuleEvent);
}

/** Beside the job's own channel, and without a memory of its own: the streak alone decides. */
function pushRuleOf({ fact, job }: { fact: CompletionEvent; job: NotifyingJob }): NotificationRule | null {
  if (fact.details) return null;
  if (fact.kind !== 'ended') return fact.kind;
  return pushFor({ frequency: job.notifyFrequency, end: endOf(fact), streak: fact.streak });
}

function endOf({ outcome }: CompletionEvent): NotificationFacts['end'] {
  return outcome === 'success' || outcome === 'missed' ? outcome : 'failure';
}

/** A reminder beside the word that the job was paused, or soon will be, would say the same twice. */
function isOverheard({ fact, rule, to }: NewNotification, all: readonly NewNotification[]): boolean {
  if (rule !== 'reminder') return false;
  const channelOfOne = (one: NewNotification['to']) => ('channelId' in one ? one.channelId : one.channel);
  return all.some(
    (other) =>
      other.fact.executionId === fact.executionId &&
      (other.rule === 'auto_pause' || other.rule === 'auto_pause_warning') &&
      channelOfOne(other.to) === channelOfOne(to),
  );
}
