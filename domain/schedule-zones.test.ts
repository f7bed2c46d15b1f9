import { expect, test } from 'vitest';
import { clockChanges } from '#domain/schedule/clock-changes.ts';
import { firesBetween, nextFires } from '#domain/schedule/schedule.ts';
import { tableFires } from '#tests/oracle/schedule.ts';
import { type TableChange, tableChanges, tableHistories } from '#tests/oracle/zone-table.ts';

// D10 and D10a over all zones: each change of each zone's clocks from 1970 to 2037, by every kind of day field.

const minuteMs = 60_000;
const dayMs = 86_400_000;
const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** Schedules that name the local minute, each by another kind of day field. */
function schedulesAt(local: number): string[] {
  const date = new Date(local);
  const [day, month, weekday] = [date.getUTCDate(), date.getUTCMonth() + 1, date.getUTCDay()];
  const time = `${date.getUTCMinutes()} ${date.getUTCHours()}`;
  const nth = Math.ceil(day / 7);
  const isLast = new Date(local + dayMs).getUTCMonth() + 1 !== month;
  return [
    ...[`${time} * * *`, `${time} ${day} * *`, `${time} ${day} ${month} *`, `${time} * * ${weekday}`],
    ...[`${time} * * ${weekdays[weekday] ?? ''}#${nth}`, `${time} ${day}W * *`, `${time} */2 * *`],
    ...[`${time} ${(day % 28) + 1} * ${weekday}`, `${time} * ${month} 1-5`],
    ...(isLast ? [`${time} L * *`] : []),
    ...(nth === 5 ? [`${time} * * ${weekday}L`] : []),
  ];
}

/** The minutes before, in and after what a change skips or repeats. */
function localsAround({ at, before, after }: TableChange): number[] {
  const [low, high] = [at + Math.min(before, after), at + Math.max(before, after)];
  const middle = Math.floor((low + high) / 2 / minuteMs) * minuteMs;
  return [low - minuteMs, low, middle, high - minuteMs, high].map(
    (local) => Math.floor(local / minuteMs) * minuteMs,
  );
}

const changesUntil2038 = (zone: string) => tableChanges(zone).filter(({ at }) => at < Date.UTC(2038, 0));

test('fixed times fire as D10 says around every clock change of every zone', { timeout: 300_000 }, () => {
  let count = 0;
  for (const zone of tableHistories) {
    for (const [index, change] of changesUntil2038(zone).entries()) {
      const locals = localsAround(change);
      // Each change with one of its minutes, in turn; each minute is covered within five years.
      const local = locals[index % locals.length] ?? 0;
      const schedules = schedulesAt(local);
      for (const cron of [schedules[0], schedules[1 + (index % (schedules.length - 1))]]) {
        const asked = { cron: cron ?? '', after: change.at - 1.5 * dayMs, until: change.at + 1.5 * dayMs };
        const fires = firesBetween({ ...asked, timeZone: zone, limit: 100 });
        expect(fires, `${zone} ${cron ?? ''} at ${new Date(change.at).toISOString()}`).toEqual(
          tableFires({ ...asked, zone }),
        );
        count += 1;
      }
    }
  }
  expect(count).toBeGreaterThan(20_000);
});

test('steps and wildcards fire at every instant whose local time matches', { timeout: 300_000 }, () => {
  for (const zone of tableHistories) {
    for (const [index, change] of changesUntil2038(zone).entries()) {
      if (index % 3 !== 0) continue;
      const cron =
        ['*/20 * * * *', '10-50/20 0-4 * * *', '5 */3 * * *', '*/30 22-23 */2 * *'][(index / 3) % 4] ?? '';
      const asked = { cron, after: change.at - dayMs / 4, until: change.at + dayMs / 4 };
      const fires = firesBetween({ ...asked, timeZone: zone, limit: 100 });
      expect(fires, `${zone} ${cron} at ${new Date(change.at).toISOString()}`).toEqual(
        tableFires({ ...asked, zone }),
      );
    }
  }
});

test.each([
  ['America/Vancouver', '16:00'],
  ['America/Edmonton', '15:00'],
  ['America/Inuvik', '15:00'],
  ['America/Winnipeg', '14:00'],
  ['America/Havana', '13:00'],
  ['Africa/Casablanca', '09:00'],
])('with the 2026 zone data, 09:00 in %s is %s UTC in December', (timeZone, expected) => {
  const asked = { cron: '0 9 * * *', timeZone, after: Date.parse('2026-12-01'), count: 31 };
  const times = nextFires(asked).map((at) => new Date(at).toISOString().slice(11, 16));
  expect(times).toEqual(Array.from({ length: 31 }, () => expected));
});

test('a day that a zone skips has no fire, and the days beside it have theirs', () => {
  const asked = { cron: '30 9 * * *', timeZone: 'Pacific/Apia', limit: 9 };
  const [after, until] = [Date.parse('2011-12-29T00:00:00-10:00'), Date.parse('2012-01-01T00:00:00+14:00')];
  expect(firesBetween({ ...asked, after, until }).map((at) => new Date(at).toISOString())).toEqual([
    '2011-12-29T19:30:00.000Z',
    '2011-12-30T19:30:00.000Z',
  ]);
});

test('every gap of the next year that a daily job meets is named, with the time its run moves to', () => {
  const from = Date.UTC(2027, 0);
  let gaps = 0;
  for (const zone of tableHistories) {
    for (const { at, before, after } of changesUntil2038(zone)) {
      if (at < from || at >= from + 365 * dayMs || after < before) continue;
      const missing = new Date(at + before);
      const cron = `${missing.getUTCMinutes()} ${missing.getUTCHours()} * * *`;
      const changes = clockChanges({ cron, timeZone: zone, from });
      const shown = new Date(at + after).toISOString().slice(11, 16);
      expect(changes, zone).toContainEqual({
        at,
        text: expect.stringContaining(`this job runs at ${shown}`) as string,
      });
      gaps += 1;
    }
  }
  expect(gaps).toBeGreaterThan(20);
});
