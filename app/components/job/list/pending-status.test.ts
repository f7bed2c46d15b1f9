import { expect, test } from 'vitest';
import { bulkKey, pendingStatuses, shownStatuses, toggleKey } from './pending-status.ts';

function aForm(fields: [string, string][]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

const pending = (key: string, fields: [string, string][]) =>
  Object.fromEntries(pendingStatuses({ fetchers: [{ key, formData: aForm(fields) }], ids: [1, 2, 3] }));

test('a toggle sets the pending status of its own job only', () => {
  expect(pending('job-status-list-2', [['status', 'paused']])).toEqual({ 2: 'paused' });
  expect(pending('another-form', [['status', 'paused']])).toEqual({});
});

test('the bulk form sets the pending status of the ticked rows, or of all', () => {
  const ticked: [string, string][] = [
    ['job_ids', '1'],
    ['job_ids', '3'],
  ];
  expect(pending(bulkKey, [['act', 'pause'], ...ticked])).toEqual({ 1: 'paused', 3: 'paused' });
  expect(pending(bulkKey, [['act', 'delete'], ...ticked])).toEqual({ 1: 'deleted', 3: 'deleted' });
  expect(pending(bulkKey, [['act', 'tag'], ...ticked])).toEqual({});
  expect(
    pending(bulkKey, [
      ['act', 'resume'],
      ['matching', 'yes'],
    ]),
  ).toEqual({ 1: 'active', 2: 'active', 3: 'active' });
});

test("an undo restores each job's own status", () => {
  expect(
    pending(bulkKey, [
      ['act', 'restore'],
      ['active', '1,2'],
      ['inactive', '3'],
    ]),
  ).toEqual({ 1: 'active', 2: 'active', 3: 'inactive' });
});

test("the list shows the requested status, a row's own toggle before the bulk form", () => {
  const jobs = ([1, 2, 3] as const).map((id) => ({ id, status: 'active' as const }));
  const bulk = aForm([
    ['act', 'pause'],
    ['job_ids', '1'],
    ['job_ids', '2'],
  ]);
  const own = aForm([['status', 'inactive']]);
  const fetchers = [
    { key: toggleKey({ id: 2, from: 'list' }), formData: own },
    { key: bulkKey, formData: bulk },
  ];
  expect(Object.fromEntries(shownStatuses({ fetchers, jobs }))).toEqual({
    1: 'paused',
    2: 'inactive',
    3: 'active',
  });
  expect([...shownStatuses({ fetchers: [], jobs }).values()]).toEqual(['active', 'active', 'active']);
});
