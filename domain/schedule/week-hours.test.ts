import { describe, expect, test } from 'vitest';
import '#domain/zones/shipped-zones.ts';
import { lastDays, weekHourAt, weekHourSpans, type WeekHour } from './week-hours.ts';

const place = (text: string, timeZone: string) => weekHourAt({ at: Date.parse(text), timeZone });
const spans = ({
  timeZone,
  from,
  until,
  ...asked
}: WeekHour & { timeZone: string; from: string; until: string }) =>
  weekHourSpans({ ...asked, timeZone, from: Date.parse(from), until: Date.parse(until) }).map(
    (span) => `${new Date(span.from).toISOString().slice(0, 16)} ${(span.until - span.from) / 60_000}`,
  );

describe('the hour of the week of an instant', () => {
  test('starts with Monday at midnight in the zone', () => {
    expect(place('2026-11-23T00:00:00Z', 'UTC')).toBe(0);
    expect(place('2026-11-22T23:59:59Z', 'UTC')).toBe(167);
    // Sunday evening in New York.
    expect(place('2026-11-23T00:00:00Z', 'America/New_York')).toBe(6 * 24 + 19);
    expect(place('1969-12-31T23:00:00Z', 'UTC')).toBe(2 * 24 + 23);
  });

  test('is right for zones offset by part of an hour from UTC', () => {
    // Nepal is 5:45 ahead: 18:15 UTC is midnight there.
    expect(place('2026-11-22T18:14:00Z', 'Asia/Kathmandu')).toBe(6 * 24 + 23);
    expect(place('2026-11-22T18:15:00Z', 'Asia/Kathmandu')).toBe(0);
    expect(place('2026-11-22T13:30:00Z', 'Asia/Kolkata')).toBe(6 * 24 + 19);
  });
});

describe('the last days', () => {
  test('start at midnight in the zone, today included', () => {
    const now = Date.parse('2026-11-26T07:00:00Z');
    expect(lastDays({ days: 28, timeZone: 'UTC', now })).toEqual({
      firstDay: '2026-10-30',
      from: Date.parse('2026-10-30T00:00:00Z'),
    });
    // Clocks went back on November 1: the first day begins by the offset of the summer.
    expect(lastDays({ days: 28, timeZone: 'America/New_York', now })).toEqual({
      firstDay: '2026-10-30',
      from: Date.parse('2026-10-30T04:00:00Z'),
    });
    expect(lastDays({ days: 1, timeZone: 'Pacific/Kiritimati', now }).firstDay).toBe('2026-11-26');
    expect(lastDays({ days: 1, timeZone: 'Pacific/Kiritimati', now: now + 3 * 3_600_000 }).firstDay).toBe(
      '2026-11-27',
    );
  });
});

describe('the spans of an hour of the week', () => {
  test('occur once a week, cut at the bounds', () => {
    const asked = { weekday: 'tuesday', hour: 9, timeZone: 'Europe/Paris' } as const;
    expect(spans({ ...asked, from: '2026-11-09T00:00:00Z', until: '2026-11-24T08:20:00Z' })).toEqual([
      '2026-11-10T08:00 60',
      '2026-11-17T08:00 60',
      '2026-11-24T08:00 20',
    ]);
  });

  test('are twice as long for an hour that clocks repeat, and absent for one they skip', () => {
    const paris = { timeZone: 'Europe/Paris', weekday: 'sunday', hour: 2 } as const;
    expect(spans({ ...paris, from: '2026-10-24T00:00:00Z', until: '2026-10-27T00:00:00Z' })).toEqual([
      '2026-10-25T00:00 120',
    ]);
    expect(spans({ ...paris, from: '2026-03-28T00:00:00Z', until: '2026-03-31T00:00:00Z' })).toEqual([]);
    expect(spans({ ...paris, hour: 3, from: '2026-03-28T00:00:00Z', until: '2026-03-31T00:00:00Z' })).toEqual(
      ['2026-03-29T01:00 60'],
    );
    expect(
      spans({ ...paris, hour: null, from: '2026-10-24T00:00:00Z', until: '2026-10-27T00:00:00Z' }),
    ).toEqual(['2026-10-24T22:00 1500']);
  });

  test('are right when clocks go back by half an hour, or by two hours across an hour', () => {
    // Lord Howe goes from 02:00 back to 01:30.
    expect(
      spans({
        ...{ timeZone: 'Australia/Lord_Howe', weekday: null, hour: 1 },
        ...{ from: '2026-04-04T00:00:00Z', until: '2026-04-04T20:00:00Z' },
      }),
    ).toEqual(['2026-04-04T14:00 90']);
    // Troll goes from 03:00 back to 01:00.
    expect(
      spans({
        ...{ timeZone: 'Antarctica/Troll', weekday: 'sunday', hour: 1 },
        ...{ from: '2026-10-24T12:00:00Z', until: '2026-10-25T12:00:00Z' },
      }),
    ).toEqual(['2026-10-24T23:00 60', '2026-10-25T01:00 60']);
  });

  test('agree with the hour of each quarter-hour, in every week with a clock change', () => {
    const zones = [
      'Europe/Paris',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Africa/Cairo',
    ];
    for (const timeZone of zones) {
      for (const month of ['03', '04', '10', '11']) {
        const from = Date.parse(`2026-${month}-01T00:00:00Z`);
        const until = from + 30 * 86_400_000;
        const ofHour = weekHourSpans({ weekday: 'sunday', hour: 1, timeZone, from, until });
        for (let at = from; at < until; at += 15 * 60_000) {
          const isIn = ofHour.some((span) => at >= span.from && at < span.until);
          expect(isIn).toBe(weekHourAt({ at, timeZone }) === 6 * 24 + 1);
        }
      }
    }
  });
});
