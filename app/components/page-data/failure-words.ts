import type { FlashToast } from '#app/components/ui/overlay/toast-list.ts';

type Words = string | FlashToast | ((sent: FormData, url: URL) => string | FlashToast);

const error = (message: string): FlashToast => ({ title: 'Error', message, tone: 'error' });

/** Not retried automatically: a second request would run the job twice. */
const maybeStarted: FlashToast = {
  title: 'Not Confirmed',
  message: 'It may have started. Check the executions.',
  tone: 'error',
};

const bulkWords: Record<string, string | FlashToast> = {
  pause: 'Failed to pause jobs. Please try again.',
  resume: 'Failed to activate jobs. Please try again.',
  delete: 'Failed to delete jobs. Please try again.',
  run: maybeStarted,
  tag: 'Failed to tag jobs. Please try again.',
  untag: 'Failed to tag jobs. Please try again.',
  restore: 'Failed to update job statuses. Please try again.',
};

const executionWords: Record<string, string | FlashToast> = {
  retry: maybeStarted,
  replay: maybeStarted,
  'replay-current': maybeStarted,
  stop: 'Failed to stop the retries. Please try again.',
  'use-url': 'Failed to update job. Please try again.',
};

const settingsFormWords: Record<string, string> = {
  profile: 'Failed to update profile. Please try again.',
  channel: 'Failed to save the notification channel. Please try again.',
  mail: 'Failed to save your mails. Please try again.',
  secret: 'Failed to save the secret. Please try again.',
};

const viewWords: Record<string, string> = {
  save: 'Failed to save the view. Please try again.',
  rename: 'Failed to rename the view. Please try again.',
  delete: 'Failed to delete the view. Please try again.',
};

const defaultRuleWords: Record<string, string> = {
  save: 'Failed to save the default. Please try again.',
  remove: 'Failed to remove the default. Please try again.',
};

const unsaid = 'That did not work. Please try again.';
const notifying = 'Failed to send the test notification. Please try again.';

/** Forms of a channel's page, by the act in their address. */
const channelWords: Record<string, string> = {
  save: 'Failed to save the channel. Please try again.',
  test: notifying,
  ask: 'Failed to send the confirmation link. Please try again.',
};

const subscriptionWords: Record<string, string> = {
  subscription: 'Failed to save the event subscription. Please try again.',
  replay: 'Failed to start the replay. Please try again.',
};

const by =
  (words: Record<string, string | FlashToast>, field: string) =>
  (sent: FormData): string | FlashToast => {
    const named = sent.get(field);
    const known = typeof named === 'string' ? words[named] : undefined;
    return known ?? unsaid;
  };

const changingIncident = 'Failed to change the incident. Please try again.';

/**
 * Texts of actions by the path they post to; `:id` matches any one segment. Texts of specification section 8
 * where it has them.
 */
export const actWords: Record<string, Words> = {
  '/preferences': 'Failed to save your choice. Please try again.',
  '/dashboard/jobs/create': 'Failed to create job',
  '/dashboard/views': by(viewWords, 'act'),
  '/dashboard/jobs/example': 'Failed to create job',
  '/dashboard/jobs/bulk': by(bulkWords, 'act'),
  '/dashboard/jobs/test-note': notifying,
  '/dashboard/jobs/:id/edit': 'Failed to update job. Please try again.',
  '/dashboard/jobs/:id/run': maybeStarted,
  '/dashboard/jobs/:id/delete': 'Failed to delete job. Please try again.',
  '/dashboard/jobs/:id/status': 'Failed to update job status. Please try again.',
  '/dashboard/jobs/:id/skip': 'Failed to skip the run. Please try again.',
  '/dashboard/jobs/:id/badge': 'Failed to change the badge. Please try again.',
  '/dashboard/jobs/:id/restore': 'Failed to restore the version. Please try again.',
  '/dashboard/jobs/:id/test-note': notifying,
  '/dashboard/jobs/:id/ask-recipient': 'The confirmation could not be sent. Please try again.',
  '/dashboard/jobs/:id/replay': maybeStarted,
  '/dashboard/jobs/:id/executions/:id/replay': maybeStarted,
  '/dashboard/jobs/:id/executions/:id': by(executionWords, 'intent'),
  '/dashboard/incidents/:id/acknowledge': changingIncident,
  '/dashboard/incidents/:id/snooze': changingIncident,
  '/dashboard/import': (sent) =>
    sent.get('intent') === 'import'
      ? 'Failed to import jobs. Please try again.'
      : 'Failed to preview the import. Please try again.',
  '/dashboard/settings/change-plan': 'Failed to change the plan. Please try again.',
  '/dashboard/settings/kept-jobs': by(
    {
      'cancel-subscription': 'Failed to cancel subscription',
      refund: 'Failed to cancel subscription',
    },
    'act',
  ),
  '/dashboard/settings/rules': by(defaultRuleWords, 'act'),
  '/dashboard/settings/delete': 'Failed to delete the account. Please try again.',
  '/dashboard/settings/regenerate-key': 'Failed to regenerate API key. Please try again.',
  '/dashboard/settings/revoke-key': 'Failed to revoke the API key. Please try again.',
  '/dashboard/settings/make-signing-secret': 'Failed to create a signing secret. Please try again.',
  '/dashboard/settings/rotate-signing-secret': 'Failed to rotate the signing secret. Please try again.',
  '/dashboard/settings/remove-signing-secret': 'Failed to remove the signing secret. Please try again.',
  '/dashboard/settings/delete-secret': 'Failed to delete the secret. Please try again.',
  '/dashboard/settings/delete-events': 'Failed to delete the event subscription. Please try again.',
  '/dashboard/settings/disable-events': 'Failed to disable the event subscription. Please try again.',
  '/dashboard/settings/enable-events': 'Failed to enable the event subscription. Please try again.',
  '/dashboard/settings/rotate-event-secret': 'Failed to rotate the secret. Please try again.',
  '/dashboard/settings/test-events': 'Failed to send the test event. Please try again.',
  '/dashboard/settings/resend-event': 'Failed to send the event again. Please try again.',
  '/dashboard/settings/event-subscriptions/new': 'Failed to create the event subscription. Please try again.',
  '/dashboard/settings/event-subscriptions/:id': by(subscriptionWords, 'form'),
  '/dashboard/settings/channels/new': 'Failed to add the channel. Please try again.',
  '/dashboard/settings/channels/:id': (_sent, url) =>
    channelWords[url.searchParams.get('act') ?? ''] ?? unsaid,
  '/dashboard/settings/channels/:id/delete': 'Failed to delete the channel. Please try again.',
  '/dashboard/settings/forget-browser': 'Failed to remove the browser. Please try again.',
  '/dashboard/settings/end-session': 'Failed to end the session. Please try again.',
  '/dashboard/settings/sign-out-everywhere': 'Failed to sign out everywhere. Please try again.',
  '/dashboard/settings/checkout': 'Failed to start checkout process',
  '/dashboard/settings/billing': 'Failed to open the billing page. Please try again.',
  '/dashboard/settings/cancel-subscription': 'Failed to cancel subscription',
  '/dashboard/settings/resume-subscription': 'Failed to resume subscription',
  '/dashboard/settings/refund': 'Failed to cancel subscription',
  '/admin/settings': 'Failed to save the banner. Please try again.',
  '/admin/users/:id/:id': 'Failed to change the account. Please try again.',
  '/mail/confirm/:id': 'Failed to confirm the address. Please try again.',
  '/mail/stop/:id': 'Failed to stop the mails. Please try again.',
  '/mail/unsubscribe/:id': 'Failed to unsubscribe. Please try again.',
};

const matches = (pattern: string, path: string) =>
  new RegExp(`^${pattern.replaceAll(':id', '[^/]+')}$`).test(path);

/** Toast for an action whose response did not arrive. */
export function actFailure({ url, sent }: { url: URL; sent: FormData }): FlashToast {
  const path = url.pathname.replace(/\/$/, '');
  const form = path === '/dashboard/settings' ? url.searchParams.get('form') : null;
  const known = Object.entries(actWords).find(([pattern]) => matches(pattern, path))?.[1];
  const isTest = form === 'channel' && sent.get('intent') === 'test';
  const words = isTest
    ? notifying
    : form !== null
      ? settingsFormWords[form]
      : typeof known === 'function'
        ? known(sent, url)
        : known;
  return typeof words === 'object' ? words : error(words ?? unsaid);
}

/** Toast for a page, a filter or a further part of a list that did not load. */
export function loadFailure({ from, to }: { from: URL; to: URL }): FlashToast {
  const { pathname: path, searchParams: asked } = to;
  const isNew = (name: string) => (asked.get(name) ?? '') !== (from.searchParams.get(name) ?? '');
  if (/^\/dashboard\/jobs\/\d+$/.test(path) && from.pathname === path) {
    if (isNew('start') || isNew('end'))
      return error('Failed to filter executions by date range. Please try again.');
    if (isNew('fires')) return error('Failed to load job details. Please try again.');
    if (isNew('shown') || isNew('cursor')) return error('Failed to load more executions. Please try again.');
    return error('Failed to filter executions. Please try again.');
  }
  if (path === '/dashboard') return error('Failed to load dashboard data. Please try again.');
  if (/^\/dashboard\/jobs\/\d+(\/executions\/\d+)?(\/edit)?$/.test(path))
    return error('Failed to load job details. Please try again.');
  if (path === '/admin') return error('Failed to load admin dashboard statistics');
  if (path === '/admin/logs') return error('Failed to load system logs');
  return error('Failed to load the page. Please try again.');
}
