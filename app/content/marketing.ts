import { moneyBackDays, plans, trialDays, type Tier } from '#domain/plan.ts';
import { tagline } from './tagline.ts';

// All texts of the public page (D7): no invented people, and plan numbers only from domain/plan.

const { free, premium, ultimate } = plans;
const terms = `${trialDays}-day free trial, ${moneyBackDays}-day money-back guarantee`;

/** Texts for search engines and link previews. */
export const head = {
  title: `Punctual: ${tagline}`,
  description:
    'A hosted cron service for developers: it calls your endpoints on a schedule, retries what fails and accounts for every call. Free for up to ' +
    `${free.jobLimit ?? 0} jobs.`,
  pictureAlt: 'Punctual. Every scheduled call, accounted for. A dial of the day with a stroke for each call.',
};

export const anchors = [
  { href: '#features', label: 'Features' },
  { href: '#pricing', label: 'Pricing' },
  { href: '#faq', label: 'FAQ' },
];

export const actions = { signIn: 'Sign In', getStarted: 'Get Started', dashboard: 'Dashboard' };

export const hero = {
  lead: 'Punctual calls your endpoints on a cron schedule, retries what fails, and keeps a record of every run: due, started, responded.',
  hint: `No credit card for the free plan. ${terms}.`,
  tryLength: 200,
  tryTitle: 'Try a Schedule',
  tryAction: 'Show Runs',
  sampleCron: '*/20 8-18 * * *',
};

/** `isCounted` animates the number up to this text (specification section 2). */
export const figures = [
  { label: 'Developers', text: '500+', isCounted: true },
  { label: 'Active users', text: '5000+', isCounted: true },
  { label: 'Jobs executed', text: '1,000,000+', isCounted: true },
  { label: 'Uptime', text: '99.9%', isCounted: true },
  { label: 'Support', text: '24/7', isCounted: false },
];

export const preview = {
  title: 'Did It Run, and When Is It Next?',
  text: 'The dashboard answers both before you read a word. What has run is ink, what is due is pencil, and one hand marks now.',
};

export type FeatureName = 'builder' | 'retries' | 'analytics' | 'api' | 'team' | 'support';

export const features: {
  title: string;
  text: string;
  list: { name: FeatureName; title: string; tag?: string; text: string }[];
} = {
  title: 'Kept Like a Ledger',
  text: 'Six things that turn a cron line into something you can rely on.',
  list: [
    {
      name: 'builder',
      title: 'Visual Cron Builder',
      text: 'Write five fields or pick them. The description, the time zone and the next runs are always below.',
    },
    {
      name: 'retries',
      title: 'Automatic Retries',
      text: 'Up to ten retries with growing waits. Retry-After is honored; one failure counts once.',
    },
    {
      name: 'analytics',
      title: 'Analytics',
      text: 'Latency, lateness and 30 days of outcomes for each job, with the exact milliseconds under every bar.',
    },
    {
      name: 'api',
      title: 'REST API',
      tag: 'Premium and Ultimate',
      text: 'Create, pause and read jobs from your deploy script, with one key and an OpenAPI document.',
    },
    {
      name: 'team',
      title: 'Team Collaboration',
      tag: 'Ultimate, coming',
      text: 'Every change to a job has a version and can be restored. Shared jobs with an author for each change come next.',
    },
    {
      name: 'support',
      title: 'Priority and Dedicated Support',
      text: 'Copy an execution for an issue in one step, secrets masked. Someone reads it, 24/7.',
    },
  ],
};

export type TurnName = 'schedule' | 'retry' | 'inspect' | 'notify';

export const showcase: {
  title: string;
  text: string;
  pause: string;
  play: string;
  hint: string;
  turns: { name: TurnName; title: string; text: string }[];
} = {
  title: 'One Call, From Due to Done',
  text: 'The page you open when something failed at night.',
  pause: 'Pause',
  play: 'Play',
  hint: 'Changes every 5 seconds',
  turns: [
    {
      name: 'schedule',
      title: 'Schedule',
      text: 'Three time zones and every clock change, named by date.',
    },
    { name: 'retry', title: 'Retry', text: 'What was tried, what was waited, what comes next.' },
    { name: 'inspect', title: 'Inspect', text: 'Phases in milliseconds, the request as sent, the response.' },
    { name: 'notify', title: 'Notify', text: 'One notification at the first failure, one at recovery.' },
  ],
};

export const pricing = {
  title: 'Pricing',
  text: `${terms}. No credit card for the free plan.`,
  signedInAction: 'Manage All Subscriptions',
};

/** Texts of a plan's card, without its numbers. */
export const planWords: Record<Tier, { price: string; action: string; tag?: string; isBest?: boolean }> = {
  free: { price: 'for good', action: 'Get Started' },
  premium: { price: 'per month', action: 'Start Free Trial', tag: 'Most Popular', isBest: true },
  ultimate: { price: 'per month', action: 'Start Free Trial', tag: 'Best Value' },
};

/** Limits of every plan. */
export const sharedLimits = [
  { label: 'Request timeout', text: '300s' },
  { label: 'Retries', text: '10' },
];

/** Roles and their use cases (D7). A letter for each of thirty days: dayLetters. */
export const jobRoles = {
  title: 'Who Uses It',
  list: [
    {
      role: 'Payments engineer',
      text: 'Charges renewals each hour. A call that overlaps is skipped and written down, so nobody is billed twice.',
      days: 'ssssssssssssssssssssssssssssss',
    },
    {
      role: 'Site reliability engineer',
      text: "Checks last night's backup before work starts. Silence is a missed line, not good news.",
      days: 's--sssss--sssss--sssf--sssss--',
    },
    {
      role: 'Data engineer',
      text: 'Runs the invoice export at 02:30 in Paris, through both clock changes, and knows the dates in advance.',
      days: 'sssssssssssssssssssssmssssssss',
    },
  ],
};

export const faq = {
  title: 'Questions',
  elsewhere: 'Not here?',
  ask: 'Ask us',
  list: [
    {
      question: 'What happens when a call fails?',
      response:
        'It is retried up to ten times, with growing delays. Every attempt is recorded with its status, its timing and the rule that decided.',
    },
    {
      question: 'What happens when clocks change?',
      response:
        'A local time that does not exist runs at the first valid instant after it. A time that occurs twice runs once, the first time. Both are named by date before you save.',
    },
    {
      question: 'Can I cancel at any time?',
      response: `Yes. The plan stays until the end of the period you paid for, then becomes Free. There is a ${moneyBackDays}-day money-back guarantee.`,
    },
    {
      question: 'Do I need a credit card?',
      response: `Not for the Free plan. Premium and Ultimate start with a ${trialDays}-day free trial, once per person.`,
    },
    {
      question: 'Is there an API?',
      response: 'Yes, a REST API with an API key, on Premium and Ultimate.',
    },
    {
      question: 'How long are executions kept?',
      response: `${free.retentionDays} days on Free, ${premium.retentionDays} days on Premium, ${ultimate.retentionDays} days on Ultimate. The last 20 executions of a job and its last failure are always kept.`,
    },
  ],
};

export const closing = {
  title: 'Put your first job on the clock.',
  text: `${free.jobLimit ?? 0} jobs are free, without a credit card.`,
};

/** Sign In and Get Started, as dialogs over the page. */
export const doors = {
  'sign-in': {
    title: 'Sign In',
    text: 'Sign in to see your jobs and their runs.',
    points: [],
    action: 'Continue to Sign In',
  },
  'get-started': {
    title: 'Get Started',
    text: 'Your account is created when you first sign in.',
    points: [
      `${free.jobLimit ?? 0} jobs are free, without a credit card.`,
      'Paste a cron line or a cURL command: the job fills itself in.',
      `Premium and Ultimate begin with ${trialDays} days free.`,
    ],
    action: 'Continue to Sign In',
  },
};

export type ExternalName = keyof typeof doors;
