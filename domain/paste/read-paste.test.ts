import { expect, test } from 'vitest';
import { looksLikeCommand, readPaste } from './read-paste.ts';

test.each([
  ['curl https://x.test', 'call'],
  ['$ /usr/bin/curl -fsS https://x.test', 'call'],
  ['await fetch("https://x.test")', 'call'],
  ['*/5 * * * * curl https://x.test', 'crontab'],
  ['@daily curl https://x.test', 'crontab'],
  ['# a\n0 0 * * * curl https://x.test\n0 1 * * * curl https://y.test', 'crontab'],
  ['@reboot curl https://x.test', 'refused'],
])('%j is a command: %s', (text, kind) => {
  expect(looksLikeCommand(text)).toBe(true);
  expect(readPaste(text).kind).toBe(kind);
});

test.each([
  'https://api.example.com/fetch',
  '0 0 * * *',
  '@daily',
  'mailto:ops@x.test',
  'curl',
  'a fetch of data',
])('%j is text for its field', (text) => {
  expect(looksLikeCommand(text)).toBe(false);
  expect(readPaste(text)).toEqual({
    kind: 'refused',
    reason: 'Paste a cURL command, a call of fetch, or lines of a crontab.',
  });
});
