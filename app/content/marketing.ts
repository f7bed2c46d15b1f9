import type { Tier } from '#domain/plan.ts';

// Every word of the public pages (D7). Numbers of the plans stand in domain/plan.

export const tagline = 'Every scheduled call, accounted for.';

export const hero = {
  lead: 'Punctual calls your endpoints on a cron schedule, retries what fails, and keeps a line for every call: due, run, answered.',
  note: 'No credit card for the free plan. 14-day free trial, 14-day money-back guarantee.',
  tryTitle: 'Try a Schedule',
  tryAction: 'Show Fires',
  sampleCron: '*/20 8-18 * * *',
};

export const preview = {
  title: 'Did It Run, and When Is It Next?',
  text: 'The dashboard answers both before you read a word. What has run is ink, what is due is pencil, and one hand marks now.',
};

export const pricing = {
  title: 'Pricing',
  text: '14-day free trial, 14-day money-back guarantee. No credit card for the free plan.',
  signedInAction: 'Manage All Subscriptions',
};

/** What a plan's card says beside its numbers. */
export const planWords: Record<Tier, { price: string; action: string; tag?: string; isBest?: boolean }> = {
  free: { price: 'for good', action: 'Get Started' },
  premium: { price: 'per month', action: 'Start Free Trial', tag: 'Most Popular', isBest: true },
  ultimate: { price: 'per month', action: 'Start Free Trial', tag: 'Best Value' },
};

/** Limits that every plan shares. */
export const sharedLimits = [
  { label: 'Timeout of a call', text: '300s' },
  { label: 'Further attempts', text: '10' },
];
