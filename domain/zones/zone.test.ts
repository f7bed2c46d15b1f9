import { expect, test } from 'vitest';
import { type TailRule, tailChanges } from './tail-rule.ts';
import { createZone } from './zone.ts';

const standard = { before: 7_200, offset: 3_600 };
const summer = { before: 3_600, offset: 7_200 };
const paris: TailRule = [
  { month: 3, day: 25, weekday: 0, seconds: 7_200, ...summer },
  { month: 10, day: 25, weekday: 0, seconds: 10_800, ...standard },
];
const rules = { first: 3_600, changes: [], offsets: [], tail: paris };

test.each([2026, 2399, 2400, 2401, 2999, 9999, 200_000])('the changes of %i follow the rule', (year) => {
  const zone = createZone(rules);
  const [begin, end] = tailChanges({ rule: paris, year }).map(({ change }) => change * 1000);
  expect(zone.periodAt(begin ?? 0)).toEqual({
    ...{ start: begin, end, offset: 7_200_000, reached: (begin ?? 0) + 3_600_000 },
  });
  expect(zone.periodAt((begin ?? 0) - 1)).toMatchObject({ end: begin, offset: 3_600_000 });
});

test('a far date is found without computing the years before it', () => {
  let years = 0;
  const counting = Object.assign([...paris], {
    map<Value>(read: (change: TailRule[number]) => Value): Value[] {
      years += 1;
      return paris.map(read);
    },
  }) as unknown as TailRule;
  const zone = createZone({ ...rules, tail: counting });
  zone.periodAt(Date.UTC(9999, 6, 1));
  expect(years).toBeLessThan(410);
});

test('the last representable instant is in a period', () => {
  const zone = createZone(rules);
  const at = 8_640_000_000_000_000;
  const { start, end, offset } = zone.periodAt(at);
  expect([start <= at, at < end, offset]).toEqual([true, true, 7_200_000]);
});
