import { expect, test } from 'vitest';
import { readNotificationConfig } from './notification.ts';

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
