import { expect, test } from 'vitest';
import { keptTexts } from './kept-form.ts';

test('a typed secret is not kept, a mask and every other text are', () => {
  const sent = new FormData();
  sent.set('name', 'Ping');
  sent.set('auth', 'typed-secret');
  sent.set('other', '********');
  expect(keptTexts({ sent, secrets: ['auth', 'other'] })).toEqual([
    ['name', 'Ping'],
    ['other', '********'],
  ]);
});
