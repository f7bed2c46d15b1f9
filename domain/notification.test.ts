import { expect, test } from 'vitest';
import { type NoteFacts, owedNote, readNotificationConfig } from './notification.ts';

const url = 'https://hooks.slack.com/services/T0/B0/x';

test('a notification goes to a URL, at the first failure and with a note of recovery', () => {
  expect(readNotificationConfig(` ${url} `)).toEqual({ url, after: 1, every: false, recovery: true });
});

test('JSON says after how many failures, whether each is told, and whether recovery is', () => {
  const config = { url, after: 3, every: true, recovery: false };
  expect(readNotificationConfig(JSON.stringify(config))).toEqual(config);
});

test.each([
  'slack',
  'ftp://acme.example',
  '{',
  '{}',
  '[]',
  `{"url":"${url}","after":0}`,
  `{"url":"${url}","every":1}`,
])('%s is no notification config', (text) => {
  expect(readNotificationConfig(text)).toBeNull();
});

const hourMs = 3_600_000;
const facts: NoteFacts = {
  frequency: 'on_failure',
  config: { after: 1, every: false, recovery: true },
  isFailure: true,
  streak: 1,
  lastToldAt: 0,
  now: hourMs,
};

/** Which of so many failures in a row, one an hour, are told. */
function told({ failures, ...given }: { failures: number } & Partial<NoteFacts>): number[] {
  const numbers: number[] = [];
  let lastToldAt: number | null = null;
  for (let streak = 1; streak <= failures; streak += 1) {
    if (owedNote({ ...facts, ...given, streak, lastToldAt, now: streak * hourMs }) === null) continue;
    numbers.push(streak);
    lastToldAt = streak * hourMs;
  }
  return numbers;
}

test('the first failure, the 10th, the 100th and one a day are told', () => {
  expect(told({ failures: 110 })).toEqual([1, 10, 34, 58, 82, 100]);
});

test('a job may ask for more failures before the first note, or for every one', () => {
  expect(told({ failures: 12, config: { ...facts.config, after: 3 } })).toEqual([3, 10]);
  expect(told({ failures: 4, config: { ...facts.config, every: true } })).toEqual([1, 2, 3, 4]);
});

test('recovery is told once, and only where the failures were', () => {
  const success = { ...facts, isFailure: false };
  expect(owedNote({ ...success, streak: 2 })).toBe('recovery');
  expect(owedNote({ ...success, streak: 0 })).toBeNull();
  expect(owedNote({ ...success, streak: 2, config: { ...facts.config, after: 3 } })).toBeNull();
  expect(owedNote({ ...success, streak: 2, config: { ...facts.config, recovery: false } })).toBeNull();
});

test('never, always and on_success do what they are called', () => {
  const rules = (frequency: NoteFacts['frequency']) =>
    [true, false].map((isFailure) => owedNote({ ...facts, frequency, isFailure }));
  expect(rules('never')).toEqual([null, null]);
  expect(rules('always')).toEqual(['always', 'always']);
  expect(rules('on_success')).toEqual([null, 'success']);
});
