import { type ChannelKind, channelKinds } from './notifications/channel-kinds.ts';

/** The tiers, the cheaper first. */
export const tiers = ['free', 'premium', 'ultimate'] as const;
export type Tier = (typeof tiers)[number];

export interface PlanFeature {
  text: string;
  /** The settings page's own words for it (specification section 6). */
  settingsText?: string;
  /** Named in the plan, not there yet (D39). */
  isComing?: boolean;
  /** Path of the documentation that explains it. */
  docs?: string;
}

export interface Plan {
  name: string;
  /** US dollars a month. */
  priceUsd: number;
  /** Active and paused jobs; null is unlimited. */
  jobLimit: number | null;
  retentionDays: number;
  hasApiAccess: boolean;
  /** Calls of an account that one worker has out at once (security.md section 11). */
  callsInFlight: number;
  /** Calls of an account to one registrable domain, over all workers (security.md section 6). */
  domainCallsPerMinute: number;
  /** Inactive jobs. */
  draftLimit: number;
  /** Bytes the texts of all jobs and of their kept versions occupy as they are stored: sealed, base64. */
  storedBytes: number;
  /** Idempotency keys kept of an account, 1 KiB each at most. */
  idempotencyKeys: number;
  /** Notification channels with a name (D50). */
  channelLimit: number;
  channelKinds: readonly ChannelKind[];
  /** Webhook channels may have a body of their own (D56). */
  hasTemplates: boolean;
  /** URLs that receive the events of an account. */
  eventSubscriptions: number;
  /** Figures of the jobs for Prometheus. */
  hasMetrics: boolean;
  description: string;
  features: PlanFeature[];
}

const mebibyte = 1_048_576;
const channelDocs = '/docs/notifications#channels-of-each-plan';

/** All numbers of the plans (specification sections 6 and 9, D22). */
export const plans: Record<Tier, Plan> = {
  free: {
    name: 'Free',
    priceUsd: 0,
    jobLimit: 10,
    retentionDays: 3,
    hasApiAccess: false,
    callsInFlight: 25,
    domainCallsPerMinute: 60,
    draftLimit: 20,
    storedBytes: 10 * mebibyte,
    idempotencyKeys: 5_000,
    channelLimit: 2,
    channelKinds: ['slack', 'webhook'],
    hasTemplates: false,
    eventSubscriptions: 0,
    hasMetrics: false,
    description: 'For your own projects. No credit card.',
    features: [
      { text: 'Up to 10 jobs' },
      { text: '3-day log retention' },
      { text: 'Webhook and Slack notifications', settingsText: 'Basic notifications', docs: channelDocs },
      { text: 'Custom headers and payloads' },
    ],
  },
  premium: {
    name: 'Premium',
    priceUsd: 3,
    jobLimit: 50,
    retentionDays: 7,
    hasApiAccess: true,
    callsInFlight: 50,
    domainCallsPerMinute: 600,
    draftLimit: 100,
    storedBytes: 100 * mebibyte,
    idempotencyKeys: 20_000,
    channelLimit: 10,
    channelKinds: channelKinds.filter((kind) => kind !== 'pagerduty'),
    hasTemplates: false,
    eventSubscriptions: 0,
    hasMetrics: false,
    description: 'For production jobs.',
    features: [
      { text: 'Up to 50 jobs' },
      { text: '7-day log retention' },
      { text: 'Advanced notifications', docs: channelDocs },
      { text: 'Priority support' },
      { text: 'API access' },
    ],
  },
  ultimate: {
    name: 'Ultimate',
    priceUsd: 5,
    jobLimit: null,
    retentionDays: 90,
    hasApiAccess: true,
    callsInFlight: 100,
    domainCallsPerMinute: 3_000,
    draftLimit: 1_000,
    storedBytes: 1_024 * mebibyte,
    idempotencyKeys: 50_000,
    channelLimit: 50,
    channelKinds,
    hasTemplates: true,
    eventSubscriptions: 10,
    hasMetrics: true,
    description: 'For teams and heavy use.',
    features: [
      { text: 'Unlimited jobs' },
      { text: '90-day log retention' },
      { text: 'Premium notifications', docs: channelDocs },
      { text: 'Dedicated support' },
      { text: 'API access' },
      { text: 'Advanced analytics', isComing: true },
      { text: 'Team collaboration tools', isComing: true },
      { text: 'Custom integrations' },
    ],
  },
};

/** Number of active and paused jobs a tier holds; Infinity for ultimate. */
export function jobLimit(tier: Tier): number {
  return plans[tier].jobLimit ?? Infinity;
}

/** Number of inactive jobs a tier holds beside those that count to the plan. */
export function draftLimit(tier: Tier): number {
  return plans[tier].draftLimit;
}

/** The bytes the jobs of an account may occupy. */
export function storedBytesLimit(tier: Tier): number {
  return plans[tier].storedBytes;
}

/** Number of notification channels with a name that a tier holds. */
export function channelLimit(tier: Tier): number {
  return plans[tier].channelLimit;
}

/** The cheapest tier that has a kind of channel. */
export function tierOfKind(kind: ChannelKind): Tier {
  return tiers.find((tier) => plans[tier].channelKinds.includes(kind)) ?? 'ultimate';
}

/** Number of Idempotency-Keys of an account are remembered. */
export function keptKeys(tier: Tier): number {
  return plans[tier].idempotencyKeys;
}

/** The tiers paid for, the cheaper first. */
export const paidTiers = tiers.filter((tier): tier is PaidTier => tier !== 'free');

export type PaidTier = Exclude<Tier, 'free'>;

/** Reports whether the first of two tiers holds more than the second. */
export function isHigherTier(tier: Tier, than: Tier): boolean {
  return tiers.indexOf(tier) > tiers.indexOf(than);
}

/** Days the first subscription of a customer costs nothing (D23). */
export const trialDays = 14;

/** Days after the first payment with a full refund (D22a). */
export const moneyBackDays = 14;

/** Days that executions are kept. */
export function retentionDays(tier: Tier): number {
  return plans[tier].retentionDays;
}

/** Calls of all free accounts together to one registrable domain in a minute, over all workers. */
export const freeDomainCallsPerMinute = 600;

/** Calls of an account on any plan to our echo URL in a minute, over all workers. */
export const mostEchoCallsPerMinute = 60;
