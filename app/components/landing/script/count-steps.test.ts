import { expect, test } from 'vitest';
import { countAt } from './count-steps.ts';

test.each([
  ['500+', 0, '0+'],
  ['500+', 0.5, '250+'],
  ['1,000,000+', 0.5, '500,000+'],
  ['1,000,000+', 0.001, '1,000+'],
  ['5000+', 0.9, '4500+'],
  ['99.9%', 0.5, '49.9%'],
])('%s at %d of the count reads %s', (text, share, shown) => {
  expect(countAt({ text, share })).toBe(shown);
});

test.each(['500+', '5000+', '1,000,000+', '99.9%', '24/7', 'soon'])(
  '%s ends with the text of the page',
  (text) => {
    expect(countAt({ text, share: 1 })).toBe(text);
  },
);

test('a text that does not begin with a number does not count', () => {
  expect(countAt({ text: 'soon', share: 0.5 })).toBe('soon');
});
