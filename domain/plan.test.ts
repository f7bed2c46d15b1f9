import { expect, test } from 'vitest';
import { jobLimit, plans, retentionDays } from './plan.ts';

test('free, premium and ultimate hold 10, 50 and any number of jobs', () => {
  expect([jobLimit('free'), jobLimit('premium'), jobLimit('ultimate')]).toEqual([10, 50, Infinity]);
});

test('executions are kept for 3, 7 and 90 days', () => {
  expect([retentionDays('free'), retentionDays('premium'), retentionDays('ultimate')]).toEqual([3, 7, 90]);
});

test('the plans cost $0, $3 and $5 a month, and the API comes with the paid ones', () => {
  const { free, premium, ultimate } = plans;
  expect([free, premium, ultimate].map(({ priceUsd }) => priceUsd)).toEqual([0, 3, 5]);
  expect([free, premium, ultimate].map(({ hasApiAccess }) => hasApiAccess)).toEqual([false, true, true]);
});

test('the features of a plan are those of its numbers, and what does not exist yet says so', () => {
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
  expect(coming).toEqual(['Advanced analytics', 'Team collaboration tools', 'Custom integrations']);
});

test('the settings page says basic notifications for Free, and the words of the landing page for all else', () => {
  const own = Object.values(plans).flatMap(({ name, features }) =>
    features.flatMap(({ text, settingsText }) => (settingsText ? [[name, text, settingsText]] : [])),
  );
  expect(own).toEqual([['Free', 'Webhook and Slack notifications', 'Basic notifications']]);
});
