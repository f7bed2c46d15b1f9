import { expect, test } from 'vitest';
import { readPush } from './read-push.ts';

const whole = {
  title: 'Nightly failed',
  body: 'The response was 503.',
  tag: 'note_7',
  url: '/dashboard/jobs/1',
  failing: 2,
};

test('reads a message as it was sent', () => {
  expect(readPush(JSON.stringify(whole))).toEqual(whole);
});

test.each(['', 'no json', 'null', '[]', '7'])('%j still shows that a job has failed', (text) => {
  expect(readPush(text)).toMatchObject({ title: 'Punctual', url: '/dashboard?result=failed', failing: null });
});

test.each([
  'https://elsewhere.example/',
  '//elsewhere.example',
  '/\\elsewhere.example',
  'javascript:alert(1)',
])('a message links to no other origin: %s', (url) => {
  expect(readPush(JSON.stringify({ ...whole, url })).url).toBe('/dashboard?result=failed');
});
