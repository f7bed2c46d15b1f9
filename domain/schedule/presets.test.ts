import { expect, test } from 'vitest';
import { describeCron } from './cron-description.ts';
import { presets, scheduleModeOf } from './presets.ts';
import { scheduleFromForm } from './schedule-from-form.ts';

const every = (minutes: number[]) => minutes.map((n) => (n === 1 ? '* * * * *' : `*/${n} * * * *`));

test('the 26 presets are the listed intervals in their order', () => {
  expect(presets.map(({ value }) => value)).toEqual(Array.from({ length: 26 }, (_, index) => index + 1));
  expect(presets.map(({ cron }) => cron)).toEqual([
    ...every([1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30]),
    '0 * * * *',
    ...[2, 3, 4, 6, 8, 12].map((n) => `0 */${n} * * *`),
    '0 0 * * *',
    ...[2, 3, 5, 10, 15].map((n) => `0 0 */${n} * *`),
    '0 0 1 * *',
    '0 0 * * 1',
  ]);
});

test.each([
  [12, 'Every hour'],
  [20, 'At midnight on days 1, 3, 5 ... of each month'],
  [23, 'At midnight on days 1, 11, 21 and 31 of each month'],
  [24, 'At midnight on days 1, 16 and 31 of each month'],
  [26, 'Every Monday at midnight'],
])('preset %d is labeled: %s', (value, label) => {
  expect(presets.find((preset) => preset.value === value)?.label).toBe(label);
});

// Worked out by hand from specification section 9, D11 and D26: the label and the sentence below it are one.
const sentences = [
  'Every minute',
  ...[2, 3, 4, 5, 6, 10, 12, 15, 20, 30].map((n) => `Every ${n} minutes`),
  'Every hour',
  ...[2, 3, 4, 6, 8, 12].map((n) => `Every ${n} hours`),
  'Every day at midnight',
  'At midnight on days 1, 3, 5 ... of each month',
  'At midnight on days 1, 4, 7 ... of each month',
  'At midnight on days 1, 6, 11 ... of each month',
  'At midnight on days 1, 11, 21 and 31 of each month',
  'At midnight on days 1, 16 and 31 of each month',
  'On the first day of every month at midnight',
  'Every Monday at midnight',
];

test.each(presets.map(({ value, cron, label }) => ({ value, cron, label, expected: sentences[value - 1] })))(
  'the label of preset $value and the sentence of $cron agree: $expected',
  ({ cron, label, expected }) => {
    expect({ label, sentence: describeCron(cron) }).toEqual({ label: expected, sentence: expected });
  },
);

test.each([
  ['0 * * * *', 'every'],
  ['17 3 * * 2', 'manual'],
  ['@daily', 'cron'],
  [null, 'none'],
])('a saved %s opens as %s', (cron, mode) => {
  expect(scheduleModeOf(cron)).toBe(mode);
});

test('Builder writes the same expression as the five fields of Advanced, and an empty field means any value', () => {
  const fields = { minute: '15', hour: ' 6 ', dayOfMonth: '', month: '*', dayOfWeek: 'MON-FRI' };
  expect(scheduleFromForm({ ...fields, mode: 'manual' })).toBe('15 6 * * MON-FRI');
  expect(scheduleFromForm({ ...fields, mode: 'builder' })).toBe('15 6 * * MON-FRI');
});
