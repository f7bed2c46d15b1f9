import { expect, test } from 'vitest';
import { countAt } from './count-steps.ts';

test.each([
  ['500+', 0, '0+'],
  ['500+', 0.5, '250+'],
  ['1,000,000+', 0.5, '500,000+'],
  ['1,000,000+', 0.001, '1,000+'],
  ['5000+', 0.9, '4500+'],
  ['99.9%', 0.5, '49.9%'],
])('%s is at %d of its way %s', (text, share, shown) => {
  expect(countAt({ text, share })).toBe(shown);
});

test.each(['500+', '5000+', '1,000,000+', '99.9%', '24/7', 'soon'])(
  '%s ends as it stands in the page',
  (text) => {
    expect(countAt({ text, share: 1 })).toBe(text);
  },
);

test('what begins with no number stands still', () => {
  expect(countAt({ text: 'soon', share: 0.5 })).toBe('soon');
});
