import { expect, test } from 'vitest';
import { parseCron } from './cron.ts';

test.each([
  ['  0   9 * *  mon-fri ', '0 9 * * MON-FRI'],
  ['@hourly', '0 * * * *'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@weekly', '0 0 * * 0'],
  ['@monthly', '0 0 1 * *'],
  ['@Yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['0 0 L,15W * 5L,1#2', '0 0 L,15W * 5L,1#2'],
  ['0 0 29 2 *', '0 0 29 2 *'],
  ['0 0 31 2,3 *', '0 0 31 2,3 *'],
])('%j is stored as %j', (text, cron) => {
  expect(parseCron(text)).toMatchObject({ isValid: true, cron });
});

test.each([
  ['', null, 'Write a cron expression'],
  ['* *', null, 'Two fields found.'],
  ['0 * * * * *', null, 'Six fields found. Seconds are not supported.'],
  ['0 0 0 1 1 * 2027', null, 'Seven fields found.'],
  ['@reboot', null, '@reboot'],
  ['@often', null, 'is not a macro'],
  ['60 * * * *', 'minute', 'Write 0 to 59.'],
  ['* 22-2 * * *', 'hour', 'Write 22-23,0-2.'],
  ['5/10 * * * *', 'minute', '5-59/10'],
  ['*/0 * * * *', 'minute', 'must be 1 to 60'],
  ['*/61 * * * *', 'minute', 'must be 1 to 60'],
  ['1,,2 * * * *', 'minute', 'a value is missing'],
  ['0 0 ? * *', 'dayOfMonth', 'Write * instead'],
  ['0 0 LW * *', 'dayOfMonth', 'LW is not supported'],
  ['0 0 L-3 * *', 'dayOfMonth', 'L with a number'],
  ['0 0 5L * *', 'dayOfMonth', 'nL belongs to the day of week'],
  ['0 0 * * L', 'dayOfWeek', 'the weekday before L'],
  ['0 0 * * 1#6', 'dayOfWeek', '#1 to #5'],
  ['0 0 31 2 *', 'dayOfMonth', 'Never runs: February has no day 31.'],
  ['0 0 31 4,6 *', 'dayOfMonth', 'Never runs'],
  ['0 0 * FOO *', 'month', 'JAN to DEC'],
  ['# * * * *', 'minute', 'is not a value'],
])('%j is refused at %s: %s', (text, field, message) => {
  const parsed = parseCron(text);
  expect(parsed).toMatchObject({ isValid: false, field });
  expect(parsed.isValid ? '' : parsed.message).toContain(message);
});
