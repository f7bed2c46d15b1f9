import { inbox } from '#tests/integration/notifications/set-up.ts';
import { hourMs } from '#domain/time/units.ts';
import type { BothAccounts } from './rows.ts';

type Fields = Record<string, string>;

export const jobForm = {
  ...{ name: 'Taken', type: 'webhook', webhookURL: 'https://shop.example.com/ping' },
  ...{ mode: 'every', timeInterval: '12', status: 'active' },
};

const retaken = { ...jobForm, version: '1' };
const webhook = () => ({ name: 'Taken', kind: 'webhook', url: inbox.url('/ok') });
const ownBody = { bodyChoice: 'own', templateFormat: 'text', templateBody: 'x' };

/** Forms by their address with an id, and its query if it has one. */
export const formsWithIds: Record<string, Fields[]> = {
  '/dashboard/jobs/:id/ask-recipient': [{}],
  '/dashboard/jobs/:id/badge': [{ intent: 'on' }, { intent: 'renew' }, { intent: 'off' }],
  '/dashboard/jobs/:id/delete': [{ confirm: 'yes' }],
  '/dashboard/jobs/:id/edit': [
    ...[jobForm, retaken, { ...jobForm, intent: 'test' }],
    { ...retaken, 'keep-webhookUrl': 'theirs' },
  ],
  '/dashboard/jobs/:id/executions/:eid': [
    ...[{ intent: 'retry' }, { intent: 'stop' }, { intent: 'use-url' }],
    ...[{ intent: 'replay' }, { intent: 'replay-current' }],
  ],
  '/dashboard/jobs/:id/executions/:eid/replay': [jobForm],
  '/dashboard/jobs/:id/replay': [{ execution_ids: '1', as: 'current' }],
  '/dashboard/jobs/:id/restore': [{ version: '1' }],
  '/dashboard/jobs/:id/run': [{}],
  '/dashboard/jobs/:id/saved': [jobForm, retaken],
  '/dashboard/jobs/:id/skip': [nextYear(), { ...nextYear(), intent: 'undo' }],
  '/dashboard/jobs/:id/status': [{ status: 'paused' }, { status: 'paused', until: '2030-01-01T10:00' }],
  '/dashboard/jobs/:id/test-note': [{}],
  '/dashboard/incidents/:id/acknowledge': [{}, { intent: 'undo' }],
  '/dashboard/incidents/:id/snooze': [{ for: '1h' }, { intent: 'undo' }],
  '/dashboard/settings/channels/:id?act=save': [webhook(), { ...webhook(), ...ownBody, preview: 'yes' }],
  '/dashboard/settings/channels/:id?act=test': [{}],
  '/dashboard/settings/channels/:id?act=ask': [{ address: 'ops@example.com' }],
  '/dashboard/settings/channels/:id/delete': [{}],
  '/dashboard/settings/event-subscriptions/:id': [
    { url: inbox.url('/ok'), types: 'job.created' },
    { form: 'replay', hours: '1' },
  ],
  '/dashboard/settings/event-subscriptions/:id/secret': [{}],
};

/** The next fire of these accounts' jobs, on January 1. */
function nextYear(): Fields {
  const year = new Date(Date.now() + hourMs).getUTCFullYear() + 1;
  return { scheduledFor: String(Date.UTC(year, 0, 1)) };
}

interface NamedInField {
  path: string;
  /** Null for a GET. */
  fields: Fields | null;
  /** Part of the response to an id of another account, where it differs from the one to an absent row. */
  says?: string;
}

type Naming = (named: BothAccounts['mine']) => NamedInField[];

/** Acts of the settings with an id, by the field that names it. */
const settingsActs: Naming = ({ apiKey, secretName, browser, session, eventSubscription, delivery }) => {
  const confirmed = (act: string, fields: Fields) => ({
    path: `/dashboard/settings/${act}`,
    fields: { ...fields, confirm: 'yes' },
  });
  const acts = ['disable-events', 'enable-events', 'rotate-event-secret', 'test-events', 'delete-events'];
  return [
    confirmed('revoke-key', { id: String(apiKey) }),
    confirmed('delete-secret', { name: secretName }),
    confirmed('forget-browser', { id: String(browser) }),
    confirmed('end-session', { id: String(session) }),
    confirmed('resend-event', { id: String(eventSubscription), delivery: String(delivery) }),
    ...acts.map((act) => confirmed(act, { id: String(eventSubscription) })),
  ];
};

/** Acts on a selection of jobs: jobs of other accounts are ignored. */
const bulk: Naming = ({ job }) => {
  const path = '/dashboard/jobs/bulk';
  const job_ids = String(job);
  return [
    { path, fields: { act: 'pause', job_ids }, says: 'Successfully paused 0 jobs' },
    { path, fields: { act: 'restore', paused: job_ids }, says: '0 jobs are as before.' },
    { path, fields: { act: 'resume', job_ids }, says: 'Successfully activated 0 jobs' },
    { path, fields: { act: 'tag', tag: 'taken', job_ids }, says: 'Tagged 0 jobs' },
    { path, fields: { act: 'untag', tag: 'taken', job_ids }, says: 'from 0 jobs.' },
    { path, fields: { act: 'run', job_ids }, says: 'Resume the jobs to run them.' },
    { path, fields: { act: 'delete', confirm: 'yes', job_ids }, says: 'Successfully deleted 0 jobs' },
  ];
};

const rule = (channel: string) => ({ rule0Channel: channel, rule0Events: 'failure', rule0After: '1' });
const noChannel = 'Your account has no channel';

/** Addresses whose query or form names rows, by their path. */
export const formsElsewhere: Record<string, Naming> = {
  // Before the job is deleted with others.
  ...Object.fromEntries(
    ['json', 'yaml', 'crontab'].map((format) => [
      `/dashboard/export.${format}`,
      ({ job }) => [{ path: `/dashboard/export.${format}?ids=${job}`, fields: null, says: '' }],
    ]),
  ),
  '/dashboard': ({ view }) => [{ path: `/dashboard?view=${view}`, fields: null, says: '<h1' }],
  '/dashboard/views': ({ view }) =>
    ['rename', 'delete'].map((act) => ({
      path: '/dashboard/views',
      fields: { act, id: String(view), name: 'Taken' },
    })),
  '/dashboard/jobs/create': ({ job, channelName }) => [
    { path: `/dashboard/jobs/create?from=${job}`, fields: null },
    { path: `/dashboard/jobs/create?from=${job}`, fields: jobForm },
    { path: `/dashboard/jobs/create?from=${job}`, fields: { ...jobForm, intent: 'test' } },
    { path: '/dashboard/jobs/create', fields: { ...jobForm, ...rule(channelName) }, says: noChannel },
  ],
  '/dashboard/jobs/test-runs': ({ job }) => [
    { path: '/dashboard/jobs/test-runs', fields: { ...jobForm, jobId: String(job) } },
    { path: `/dashboard/jobs/test-runs?from=${job}`, fields: jobForm },
  ],
  '/dashboard/jobs/bulk': bulk,
  '/dashboard/settings/:act': settingsActs,
  '/dashboard/settings/rules': ({ channelName: channel }) => [
    {
      path: '/dashboard/settings/rules',
      fields: { scope: 'all', channel, events: 'failure', after: '1' },
      says: noChannel,
    },
    {
      path: '/dashboard/settings/rules',
      fields: { scope: 'tag', tag: 'billing', channel, events: 'failure', after: '1' },
      says: noChannel,
    },
  ],
};

/** Addresses that only read or change the caller's account, whatever they are sent. */
export const withoutIds = [
  ...['api-docs', 'api-key', 'download-failed', 'heat-map', 'import', 'incidents', 'live', 'push', 'token'],
  ...['jobs/example', 'jobs/find', 'jobs/preview', 'jobs/test-note', 'signing-secret', 'views/find', '*'],
  ...['settings', 'settings/channels', 'settings/channels/new', 'settings/delete', 'settings/export.json'],
  ...['settings/event-subscriptions/new', 'settings/keys', 'settings/upgrade'],
  // Jobs of other accounts are ignored: tests/integration/payments/kept-jobs.test.ts.
  ...['settings/change-plan', 'settings/kept-jobs'],
].map((path) => `/dashboard/${path}`);
