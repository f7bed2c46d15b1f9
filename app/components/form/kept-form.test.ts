import { expect, test } from 'vitest';
import { keptTexts } from './kept-form.ts';

test('keeps masks and all other texts, but no typed secret', () => {
  const sent = new FormData();
  sent.set('name', 'Ping');
  sent.set('auth', 'typed-secret');
  sent.set('other', '********');
  expect(keptTexts({ sent, secrets: ['auth', 'other'] })).toEqual([
    ['name', 'Ping'],
    ['other', '********'],
  ]);
});
