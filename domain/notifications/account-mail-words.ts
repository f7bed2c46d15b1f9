import { type DisabledReason, eventSubscriptionPath } from '#domain/event-type.ts';
import { plans, type Tier } from '#domain/plan.ts';
import { channelErrorText } from './channel-error-text.ts';
import { channelKindNames } from './channel-kind-names.ts';
import type { ChannelKind } from './channel-kinds.ts';

import { counted, dayInWords, instantInWords } from '#domain/schedule/instant-words.ts';
import { dayMs } from '#domain/time/units.ts';

/** Content of an account email. Instants are UTC milliseconds, written in the person's time zone. */
export type AccountMailStory =
  | { kind: 'welcome'; tier: Tier }
  | { kind: 'trial_ending'; tier: Tier; endsAt: number; isCancelled: boolean; timeZone: string }
  | { kind: 'payment_failed'; tier: Tier; nextPaymentAt: number | null; timeZone: string }
  | { kind: 'events_disabled'; subscriptionId: number; host: string; reason: DisabledReason }
  | ({ kind: 'channel_disabled' } & DisabledChannel)
  | ({ kind: 'jobs_paused' } & PausedJobs)
  | ({ kind: 'weekly_summary' } & WeekInFigures);

/** A channel that is disabled because deliveries kept failing. */
export interface DisabledChannel {
  channelId: number;
  name: string;
  channelKind: ChannelKind;
  /** Error code of the last delivery. */
  errorCode: string;
  statusCode: number | null;
  /** Beginning of the response; null without one. */
  response: string | null;
}

/** Paused jobs, grouped by reason. The list of names is capped, however many jobs there are. */
export interface PausedJobs {
  count: number;
  /** Id of the first one. */
  firstId: number;
  /** At most `mostPauseReasons`. */
  groups: PausedGroup[];
}

export interface PausedGroup {
  reason: string;
  count: number;
  /** At most `mostPausedNames`, and at least one. */
  names: string[];
}

/** A week of an account's jobs in figures. */
export interface WeekInFigures {
  /** Midnight of its Monday, UTC. */
  firstDay: number;
  succeeded: number;
  /** With superseded and unknown ones. */
  failed: number;
  /** Fires lost to an outage of ours. */
  missed: number;
  /** The jobs that failed most often, the worst first. */
  worst: { name: string; failed: number }[];
  /** Now, not in that week. */
  active: number;
  paused: number;
}

/** Content of a mail; its text and its HTML are both made from it. */
export interface AccountMailWords {
  title: string;
  lines: string[];
  /** The path of a page of ours. */
  link: { label: string; path: string };
  /** The reason for the email. */
  why: string;
}

/** Reasons a mail about pauses gives, and jobs it names of each. */
export const mostPauseReasons = 20;
export const mostPausedNames = 20;

/** The texts of a mail about an account: subject, short paragraphs, a link and the reason for the email. */
export function accountMailWords(story: AccountMailStory): AccountMailWords {
  switch (story.kind) {
    case 'welcome':
      return welcome(story);
    case 'trial_ending':
      return trialEnding(story);
    case 'payment_failed':
      return paymentFailed(story);
    case 'events_disabled':
      return eventsDisabled(story);
    case 'channel_disabled':
      return channelDisabled(story);
    case 'jobs_paused':
      return jobsPaused(story);
    case 'weekly_summary':
      return weeklySummary(story);
  }
}

type StoryOf<Kind> = Extract<AccountMailStory, { kind: Kind }>;

const subscriptionPath = '/dashboard/settings#subscription';
const ofSubscription =
  "You're getting this because it is about your subscription. You can't turn these emails off.";
const freeHolds = `allows up to ${plans.free.jobLimit ?? 0} jobs`;

function welcome({ tier }: StoryOf<'welcome'>): AccountMailWords {
  const { name, jobLimit } = plans[tier];
  const holds = jobLimit === null ? 'any number of jobs' : `up to ${jobLimit} jobs`;
  return {
    title: 'Welcome to Punctual',
    lines: [
      `Your account is ready. Your plan is ${name}, which allows ${holds}.`,
      'A job is a URL and a schedule. Punctual calls it on time, retries failed requests, and records every result.',
      "We'll email you when a job starts failing, or notify you by Slack or a webhook once you have set one up.",
    ],
    link: { label: 'Create your first job', path: '/dashboard/jobs/create' },
    why: "You're getting this because an account was created with this address. You'll only get it once.",
  };
}

function trialEnding({ tier, endsAt: at, isCancelled, timeZone }: StoryOf<'trial_ending'>): AccountMailWords {
  const { name, priceUsd } = plans[tier];
  const end = instantInWords({ at, timeZone });
  return {
    title: `Your trial of ${name} ends on ${dayInWords({ at, timeZone })}`,
    lines: isCancelled
      ? [
          `It ends on ${end}. You have canceled, so you won't be charged.`,
          `After that, your plan is Free, which ${freeHolds}: the newest active jobs above that will be paused, unless you choose others in Settings.`,
        ]
      : [
          `It ends on ${end}. ${name} then continues for $${priceUsd} a month, charged to your card.`,
          `If you don't want that, cancel before then: you won't be charged, and your plan goes back to Free, which ${freeHolds}.`,
        ],
    link: { label: 'See your subscription', path: subscriptionPath },
    why: ofSubscription,
  };
}

function paymentFailed({ tier, nextPaymentAt: at, timeZone }: StoryOf<'payment_failed'>): AccountMailWords {
  const { name } = plans[tier];
  const next = at === null ? '' : ` The next attempt is on ${instantInWords({ at, timeZone })}.`;
  return {
    title: `The payment for ${name} failed`,
    lines: [
      `Your card could not be charged. You keep ${name} while we retry the payment.${next}`,
      `If no attempt succeeds, your plan becomes Free, which ${freeHolds}: the newest active jobs above that will be paused, unless you choose others in Settings.`,
      'To fix it right away, add another card under Manage Billing.',
    ],
    link: { label: 'See your subscription', path: subscriptionPath },
    why: ofSubscription,
  };
}

function eventsDisabled({ subscriptionId, host, reason }: StoryOf<'events_disabled'>): AccountMailWords {
  return {
    title: `Events are no longer sent to ${host}`,
    lines: [
      reason === 'gone'
        ? `${host} responded with 410 Gone, which means that it no longer wants events.`
        : `${host} has received no event for 5 days: every attempt failed.`,
      'The event subscription was disabled. Events of the last 7 days are kept: enable it again to continue, then replay the ones it missed.',
    ],
    link: { label: 'See the event subscription', path: eventSubscriptionPath(subscriptionId) },
    why: "You're getting this because an event subscription of your account was disabled. You can't turn these emails off.",
  };
}

function channelDisabled({
  channelId,
  name,
  channelKind: kind,
  errorCode,
  statusCode,
  response,
}: StoryOf<'channel_disabled'>): AccountMailWords {
  const reason = channelErrorText({ kind, errorCode, statusCode });
  return {
    title: `The channel ${name} was disabled`,
    lines: [
      `Deliveries to ${name} (${channelKindNames[kind]}) kept failing, so nothing more is sent to it. ${reason}`,
      ...(response === null ? [] : [`Its response begins: ${response}`]),
      'Fix it and save it, or send a test: a successful one enables it again.',
    ],
    link: { label: 'Fix the channel', path: `/dashboard/settings/channels/${channelId}` },
    why: "You're getting this because your jobs notify this channel. You can't turn these emails off.",
  };
}

/** Lists jobs paused for the same reason together. */
function jobsPaused({ count, firstId, groups }: StoryOf<'jobs_paused'>): AccountMailWords {
  const [first] = groups;
  const why = "You're getting this because Punctual paused jobs in your account.";
  if (first && count === 1)
    return {
      title: `${first.names[0] ?? 'A job'} was paused`,
      lines: [first.reason, 'It will not run again until you resume it.'],
      link: { label: 'See the job', path: `/dashboard/jobs/${firstId}` },
      why,
    };
  const rest = groups.reduce((left, group) => left - group.count, count);
  return {
    title: `${counted(count, 'job')} were paused`,
    lines: [
      ...groups.map(({ reason, names, count: all }) => `${reason} Paused: ${listed({ names, all })}.`),
      ...(rest > 0 ? [`And ${counted(rest, 'more job')}.`] : []),
      'They will not run again until you resume them.',
    ],
    link: { label: 'See your paused jobs', path: '/dashboard?filter=paused' },
    why,
  };
}

function weeklySummary(story: StoryOf<'weekly_summary'>): AccountMailWords {
  const { firstDay, missed, worst, active, paused } = story;
  const day = (at: number) => dayInWords({ at, timeZone: 'UTC' });
  const what = outcomeOf(story);
  const failures = worst.map(({ name, failed }) => `${name} (${failed.toLocaleString('en-US')})`).join(', ');
  return {
    title: `Your week: ${what}`,
    lines: [
      `From ${day(firstDay)} to ${day(firstDay + 6 * dayMs)} (UTC): ${what}.`,
      ...(failures === '' ? [] : [`Most failures: ${failures}.`]),
      ...(missed > 0 ? [missedLine(missed)] : []),
      `Now ${counted(active, 'job')} ${are(active)} active and ${paused.toLocaleString('en-US')} ${are(paused)} paused.`,
    ],
    link: { label: 'See your jobs', path: '/dashboard' },
    why: "You're getting this because you asked for a weekly summary.",
  };
}

const are = (count: number) => (count === 1 ? 'is' : 'are');

function missedLine(missed: number): string {
  return missed === 1
    ? 'Punctual was down when 1 run was due, so it was missed.'
    : `Punctual was down when ${counted(missed, 'run')} were due, so they were missed.`;
}

/** "1,204 runs, 3 of them failed" */
function outcomeOf({ succeeded, failed }: WeekInFigures): string {
  const ran = succeeded + failed;
  if (ran === 0) return 'nothing ran';
  if (ran === 1) return `1 run, which ${failed === 0 ? 'succeeded' : 'failed'}`;
  if (failed === 0) return `${counted(ran, 'run')}, all of them succeeded`;
  const share = succeeded === 0 ? 'all' : failed.toLocaleString('en-US');
  return `${counted(ran, 'run')}, ${share} of them failed`;
}

/** "A, B and 48 more" */
function listed({ names, all }: { names: string[]; all: number }): string {
  const rest = all - names.length;
  return `${names.join(', ')}${rest > 0 ? ` and ${rest.toLocaleString('en-US')} more` : ''}`;
}
