import { expect, test } from 'vitest';
import { remember } from './remember.ts';

test('a computed result is reused, and dropped once there are too many', () => {
  const asked: string[] = [];
  const lengthOf = remember((text) => {
    asked.push(text);
    return text.length;
  });
  expect([lengthOf('a'), lengthOf('bb'), lengthOf('a')]).toEqual([1, 2, 1]);
  expect(asked).toEqual(['a', 'bb']);

  for (let one = 0; one < 10_000; one += 1) lengthOf(`text ${one}`);
  asked.length = 0;
  lengthOf('a');
  expect(asked).toEqual(['a']);
});
