import { expect, test } from 'vitest';
import { jobLimit, plans, retentionDays } from './plan.ts';

test('free, premium and ultimate allow 10, 50 and unlimited jobs', () => {
  expect([jobLimit('free'), jobLimit('premium'), jobLimit('ultimate')]).toEqual([10, 50, Infinity]);
});

test('executions are kept for 3, 7 and 90 days', () => {
  expect([retentionDays('free'), retentionDays('premium'), retentionDays('ultimate')]).toEqual([3, 7, 90]);
});

test('the plans cost $0, $3 and $5 a month, and the paid ones include the API', () => {
  const { free, premium, ultimate } = plans;
  expect([free, premium, ultimate].map(({ priceUsd }) => priceUsd)).toEqual([0, 3, 5]);
  expect([free, premium, ultimate].map(({ hasApiAccess }) => hasApiAccess)).toEqual([false, true, true]);
});

test('the features of a plan match its numbers, and planned ones say so', () => {
  const texts = Object.fromEntries(
    Object.entries(plans).map(([tier, { features }]) => [tier, features.map(({ text }) => text).join(', ')]),
  );
  expect(texts.free).toBe(
    'Up to 10 jobs, 3-day log retention, Webhook and Slack notifications, Custom headers and payloads',
  );
  expect(texts.premium).toContain(
    'Up to 50 jobs, 7-day log retention, Advanced notifications, Priority support',
  );
  expect(texts.ultimate).toContain(
    'Unlimited jobs, 90-day log retention, Premium notifications, Dedicated support',
  );
  const coming = plans.ultimate.features.filter(({ isComing }) => isComing).map(({ text }) => text);
  expect(coming).toEqual(['Advanced analytics', 'Team collaboration tools']);
});

test('the notifications of each plan lead to the page that lists their channels', () => {
  const explained = Object.values(plans).map(({ features }) =>
    features.flatMap(({ text, docs }) => (docs === undefined ? [] : [[text, docs]])),
  );
  const docs = '/docs/notifications#channels-of-each-plan';
  expect(explained).toEqual([
    [['Webhook and Slack notifications', docs]],
    [['Advanced notifications', docs]],
    [['Premium notifications', docs]],
  ]);
});

test("the settings page says basic notifications for Free, and otherwise the landing page's words", () => {
  const own = Object.values(plans).flatMap(({ name, features }) =>
    features.flatMap(({ text, settingsText }) => (settingsText ? [[name, text, settingsText]] : [])),
  );
  expect(own).toEqual([['Free', 'Webhook and Slack notifications', 'Basic notifications']]);
});
