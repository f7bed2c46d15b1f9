import { expect, test } from 'vitest';
import { firesBetween } from '#domain/schedule/schedule.ts';
import { oracleFires } from '#tests/oracle/schedule.ts';
import { toSchedulePreview } from './schedule-preview.ts';

const hourMs = 3_600_000;

// Both clock changes of 2027 by zone: an hour in the north and the south, half an hour, and one at midnight.
const changes = {
  'America/New_York': ['2027-03-14T07:00Z', '2027-11-07T06:00Z'],
  'Europe/Paris': ['2027-03-28T01:00Z', '2027-10-31T01:00Z'],
  'Australia/Lord_Howe': ['2027-04-03T15:00Z', '2027-10-02T15:30Z'],
  'America/Santiago': ['2027-04-04T03:00Z', '2027-09-05T04:00Z'],
};
// In the gap, in the repeated hour, at its edges; lists and ranges are fixed times, steps and stars are not.
const crons = [
  ...['30 2 * * *', '15 1 * * *', '30 0 * * *', '0,30 1-3 * * *'],
  ...['*/30 * * * *', '*/20 1-2 * * *', '45 1 * * SUN#1'],
];
const cases = Object.entries(changes).flatMap(([timeZone, instants]) =>
  instants.flatMap((at) => crons.map((cron) => ({ cron, timeZone, at }))),
);

test.each(cases)(
  'F15: around the clock change of $timeZone at $at the preview of $cron, the fires and D10 agree',
  ({ cron, timeZone, at }) => {
    const after = Date.parse(at) - 30 * hourMs;
    const until = after + 60 * hourMs;
    const expected = oracleFires({ cron, timeZone, after, until });
    const preview = toSchedulePreview({ cron, timeZone, now: after, count: expected.length + 1 });
    expect(preview.fires.map((fire) => fire.at).slice(0, -1)).toEqual(expected);
    expect(firesBetween({ cron, timeZone, after, until, limit: 300 })).toEqual(expected);
  },
);

test.each(Object.entries(changes))(
  'F15: the effect of clock changes of %s on fixed times is shown before saving',
  (timeZone, instants) => {
    for (const at of instants) {
      const now = Date.parse(at) - 48 * hourMs;
      const { clockChanges } = toSchedulePreview({ cron: '0,30 0-3,23 * * *', timeZone, now });
      const near = clockChanges.filter((change) => Math.abs(change.at - Date.parse(at)) <= 2 * hourMs);
      expect(near).toHaveLength(1);
    }
  },
);
