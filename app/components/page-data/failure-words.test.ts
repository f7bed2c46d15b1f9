import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isSettingsAct, questions } from '#app/content/settings-questions.ts';
import { actFailure, actWords, loadFailure } from './failure-words.ts';

const routes = join(import.meta.dirname, '../../routes');

/** Actions no page sends a form to: programs, plain forms, and scripts with a request of their own. */
const outside =
  /^(?:api\.|webhooks\.|mcp|logout|\$|unsubscribe\.|dashboard\.(?:api-key|signing-secret|token|push|settings_\.keys|settings_\.event-subscriptions\.\$id_\.secret|jobs\.test-runs|jobs\.\$id\.saved)\.)/;

/** The address of a route by the name of its file, each parameter as `:id`. */
function addressOf(file: string): string {
  const parts = file.replace(/\.tsx?$/, '').split('.');
  const named = parts.filter((part) => !part.startsWith('_'));
  return `/${named.map((part) => (part.startsWith('$') ? ':id' : part.replace(/_$/, ''))).join('/')}`;
}

const acting = readdirSync(routes).filter(
  (file) =>
    !outside.test(file) &&
    /export (?:const|async function) action\b/.test(readFileSync(join(routes, file), 'utf8')),
);

test.each(acting)('%s has a message for a lost response', (file) => {
  const address = addressOf(file.replace('$id_', '$id'));
  if (address === '/dashboard/settings/:id') {
    const acts = Object.keys(questions).filter(isSettingsAct);
    for (const act of acts) expect(Object.keys(actWords)).toContain(`/dashboard/settings/${act}`);
  } else if (address !== '/dashboard/settings') expect(Object.keys(actWords)).toContain(address);
});

const sent = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};
const at = (path: string) => new URL(path, 'https://punctual.test');

test.each([
  ['/dashboard/jobs/5/run', {}, 'It may have started. Check the executions.'],
  ['/dashboard/jobs/bulk', { act: 'pause' }, 'Failed to pause jobs. Please try again.'],
  ['/dashboard/jobs/bulk', { act: 'resume' }, 'Failed to activate jobs. Please try again.'],
  ['/dashboard/jobs/5/executions/7', { intent: 'replay' }, 'It may have started. Check the executions.'],
  ['/dashboard/settings?form=profile', {}, 'Failed to update profile. Please try again.'],
  [
    '/dashboard/settings?form=channel',
    { intent: 'test' },
    'Failed to send the test notification. Please try again.',
  ],
  ['/dashboard/settings/checkout', {}, 'Failed to start checkout process'],
  ['/admin/users/3/suspend', {}, 'Failed to change the account. Please try again.'],
  ['/dashboard/settings/channels/new', {}, 'Failed to add the channel. Please try again.'],
  ['/dashboard/settings/channels/5?act=save', {}, 'Failed to save the channel. Please try again.'],
  ['/dashboard/settings/channels/5?act=test', {}, 'Failed to send the test notification. Please try again.'],
  [
    '/dashboard/settings/event-subscriptions/5',
    { form: 'replay' },
    'Failed to start the replay. Please try again.',
  ],
  ['/unknown', {}, 'That did not work. Please try again.'],
])('%s %o fails with the message of its screen', (path, fields, message) => {
  expect(actFailure({ url: at(path), sent: sent(fields) })).toMatchObject({ message, tone: 'error' });
});

test.each([
  ['/dashboard/jobs/5', '/dashboard/jobs/5?status=failed', 'Failed to filter executions. Please try again.'],
  [
    '/dashboard/jobs/5',
    '/dashboard/jobs/5?start=2026-01-01',
    'Failed to filter executions by date range. Please try again.',
  ],
  ['/dashboard/jobs/5', '/dashboard/jobs/5?shown=20', 'Failed to load more executions. Please try again.'],
  ['/dashboard', '/dashboard?search=x', 'Failed to load dashboard data. Please try again.'],
  ['/dashboard', '/dashboard/jobs/5', 'Failed to load job details. Please try again.'],
  ['/admin', '/admin/logs', 'Failed to load system logs'],
  ['/admin/logs', '/admin', 'Failed to load admin dashboard statistics'],
  ['/dashboard', '/dashboard/settings', 'Failed to load the page. Please try again.'],
])('from %s to %s fails with the message of its screen', (from, to, message) => {
  expect(loadFailure({ from: at(from), to: at(to) }).message).toBe(message);
});
