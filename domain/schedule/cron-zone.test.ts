import { expect, test } from 'vitest';
import { splitCronZone } from './cron-zone.ts';

test.each([
  ['CRON_TZ=Europe/Berlin 0 9 * * *', 'Europe/Berlin', '0 9 * * *'],
  ['  TZ=UTC   @daily ', 'UTC', '@daily'],
  [`CRON_TZ="Asia/Tokyo" 0 9 * * 1`, 'Asia/Tokyo', '0 9 * * 1'],
  ["CRON_TZ='Asia/Tokyo'\t0 9 * * 1", 'Asia/Tokyo', '0 9 * * 1'],
])('%j names its zone', (text, timeZone, cron) => {
  expect(splitCronZone(text)).toEqual({ timeZone, cron });
});

test.each([
  ...['', '0 9 * * *', 'CRON_TZ=', 'CRON_TZ=Europe/Berlin', 'CRON_TZ=Europe/Berlin '],
  ...['XTZ=UTC 0 9 * * *', `CRON_TZ="UTC 0 9 * * *`, 'cron 0 9 * * *'],
])('%j names no zone', (text) => {
  expect(splitCronZone(text)).toBeNull();
});
