import { getZodConstraint } from '@conform-to/zod/v4';
import { expect, test } from 'vitest';
import { kindsOf } from '#app/presenters/execution/day-outcomes.ts';
import { jobFields } from '#domain/job/job-fields.ts';
import { plans } from '#domain/plan.ts';
import { faq, features, figures, planWords, pricing, jobRoles, sharedLimits, showcase } from './marketing.ts';

test('there are six questions and the six advertised features', () => {
  expect(features.list).toHaveLength(6);
  expect(faq.list).toHaveLength(6);
  expect(features.list.map(({ title }) => title)).toEqual([
    'Visual Cron Builder',
    'Automatic Retries',
    'Analytics',
    'REST API',
    'Team Collaboration',
    'Priority and Dedicated Support',
  ]);
});

test('a feature names its plan, and whether it is still to come (D39)', () => {
  const tags = Object.fromEntries(features.list.map(({ name, tag }) => [name, tag]));
  expect(tags.api).toBe('Premium and Ultimate');
  expect(tags.team).toBe('Ultimate, coming');
});

test('the figures match the specification', () => {
  expect(figures.map(({ text, label }) => `${text} ${label}`)).toEqual([
    '500+ Developers',
    '5000+ Active users',
    '1,000,000+ Jobs executed',
    '99.9% Uptime',
    '24/7 Support',
  ]);
});

test('Premium is marked Most Popular and Start Free Trial, Ultimate Best Value', () => {
  expect(planWords.premium).toMatchObject({ tag: 'Most Popular', action: 'Start Free Trial' });
  expect(planWords.ultimate.tag).toBe('Best Value');
  expect(planWords.free.tag).toBeUndefined();
});

test('trial, money back and the free plan without a card are named beside the prices', () => {
  expect(pricing.text).toBe(
    '14-day free trial, 14-day money-back guarantee. No credit card for the free plan.',
  );
});

test('the limits shared by all plans match those of the form', () => {
  const { timeout, retryCount } = getZodConstraint(jobFields);
  expect(sharedLimits.map(({ text }) => text)).toEqual([`${timeout?.max}s`, String(retryCount?.max)]);
});

test('the question about retention names the days of every plan', () => {
  const { response = '' } = faq.list.find(({ question }) => question.startsWith('How long')) ?? {};
  for (const { name, retentionDays } of Object.values(plans))
    expect(response).toContain(`${retentionDays} days on ${name}`);
});

test('testimonials name roles and thirty days of outcomes, but no person (D7)', () => {
  for (const { role, days } of jobRoles.list) {
    expect(role).toMatch(/engineer$/);
    expect(kindsOf(days)).toHaveLength(30);
    expect(days).toMatch(/^[-sfmk]+$/);
  }
});

test('the showcase has four panels with distinct names', () => {
  expect(new Set(showcase.turns.map(({ name }) => name)).size).toBe(4);
});
