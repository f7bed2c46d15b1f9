import { expect, test } from 'vitest';
import { triedSchedule } from './tried-schedule.ts';

const tried = (search: string) => triedSchedule(`https://punctual.example/dashboard/jobs/create${search}`);

test('a schedule tried on the public page fills the fields of every mode', () => {
  expect(tried('?cron=30+2+*+*+MON')).toMatchObject({
    mode: 'manual',
    cronExpression: '30 2 * * MON',
    dayOfWeek: 'MON',
  });
  expect(tried('?cron=%400')).toEqual({});
  expect(tried('?cron=@hourly')).toMatchObject({ mode: 'every', timeInterval: '12' });
});

test('an address without a valid schedule fills in nothing', () => {
  for (const search of ['', '?cron=', '?cron=61+*+*+*+*', '?from=7']) expect(tried(search)).toEqual({});
});
