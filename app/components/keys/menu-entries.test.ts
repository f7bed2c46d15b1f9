import { expect, test } from 'vitest';
import { menuGroups } from './menu-entries.ts';

const wordsFor = (typed: string) =>
  menuGroups({ typed }).flatMap(({ entries }) => entries.map(({ words }) => words));

test('an empty search shows everything', () => {
  expect(wordsFor(' ')).toContain('Create Job');
  expect(wordsFor('')).toContain('Sign Out');
});

test('every word must match, in any order and case', () => {
  expect(wordsFor('JOB create')).toEqual(['Create Job']);
  expect(wordsFor('theme')).toEqual(['Theme: Light', 'Theme: Dark', 'Theme: System']);
  expect(menuGroups({ typed: 'invoice' })).toEqual([]);
});

test('the heat map of the account is found by name', () => {
  const [found] = menuGroups({ typed: 'heat' }).flatMap(({ entries }) => entries);
  expect(found).toMatchObject({ words: 'Heat Map', does: { to: '/dashboard/heat-map' } });
});

const job = { id: 7, name: 'Invoices', isForm: false };
const actsOf = (open: Parameters<typeof menuGroups>[0]['job']) =>
  menuGroups({ typed: '', job: open })
    .find(({ label }) => label === 'Invoices')
    ?.entries.map(({ words }) => words);

test('the actions of the open job come first', () => {
  const [first] = menuGroups({ typed: '', job: { ...job, page: { isActive: true, curl: 'curl' } } });
  expect(first?.label).toBe('Invoices');
  expect(first?.entries.map(({ words }) => words)).toEqual([
    'Run Now',
    'Pause Job',
    'Edit Job',
    'Duplicate Job',
    'Copy as cURL',
    'Delete Job',
  ]);
  expect(actsOf({ ...job, page: { isActive: false, curl: null } })).toEqual([
    'Run Now',
    'Resume Job',
    'Edit Job',
    'Duplicate Job',
    'Delete Job',
  ]);
});

test('the page of an execution or a form offers to open its job', () => {
  expect(actsOf({ ...job, page: null })).toEqual(['Open Job', 'Edit Job', 'Duplicate Job']);
  expect(actsOf({ ...job, page: null, isForm: true })).toEqual(['Open Job', 'Duplicate Job']);
  expect(actsOf(null)).toBeUndefined();
});

test('every section of the settings is found by name', () => {
  expect(wordsFor('settings signing')).toEqual(['Settings: Signing Secret']);
  expect(wordsFor('settings:')).toHaveLength(14);
});
