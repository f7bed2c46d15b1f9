import { expect, test } from 'vitest';
import { menuGroups } from './menu-entries.ts';

const wordsFor = (typed: string) =>
  menuGroups(typed).flatMap(({ entries }) => entries.map(({ words }) => words));

test('nothing typed shows everything', () => {
  expect(wordsFor(' ')).toContain('Create Job');
  expect(wordsFor('')).toContain('Sign Out');
});

test('every word has to be there, in any order and case', () => {
  expect(wordsFor('JOB create')).toEqual(['Create Job']);
  expect(wordsFor('theme')).toEqual(['Theme: Light', 'Theme: Dark', 'Theme: System']);
  expect(menuGroups('invoice')).toEqual([]);
});
