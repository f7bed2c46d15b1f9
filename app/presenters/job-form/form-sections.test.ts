import { expect, test } from 'vitest';
import { errorCounts, errorSummary, formSections } from './form-sections.ts';
import { newJobForm } from './job-form.ts';

test('every field of the form is in one tab', () => {
  const placed = formSections.flatMap(({ fields }): string[] => [...fields]);
  expect([...placed].sort()).toEqual(Object.keys(newJobForm).sort());
});

test('errors are counted by tab and summed up in one line', () => {
  const counts = errorCounts({ webhookURL: ['a'], name: ['b'], payload: ['c'], timeout: [] });
  expect(counts).toMatchObject({ url: 2, http: 1, timeout: 0 });
  expect(errorSummary(counts)).toBe('3 errors, in URL & Time and HTTP');
  expect(errorSummary(errorCounts({ headers: ['a'] }))).toBe('1 error, in HTTP');
  expect(errorSummary(errorCounts({}))).toBeNull();
});
