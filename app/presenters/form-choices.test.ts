import { expect, test } from 'vitest';
import { formChoices } from './form-choices.ts';

const now = Date.parse('2026-12-01');

test('current names are listed and found by their old ones', () => {
  const { zones } = formChoices({ now });
  const byId = new Map(zones.all.map((zone) => [zone.id, zone]));
  for (const [id, old] of [
    ['Europe/Kyiv', 'Europe/Kiev'],
    ['Asia/Kolkata', 'Asia/Calcutta'],
    ['America/Nuuk', 'America/Godthab'],
    ['Asia/Yangon', 'Asia/Rangoon'],
    ['Pacific/Kanton', 'Pacific/Enderbury'],
  ] as const) {
    expect(byId.get(id)?.old?.split(' ')).toContain(old);
    expect(byId.has(old)).toBe(false);
  }
  expect(zones.common.map(({ id }) => id).slice(0, 2)).toEqual(['UTC', 'America/New_York']);
});

test("a job's zone is offered even where it is an old name", () => {
  const { zones } = formChoices({ now, chosen: 'Europe/Kiev' });
  expect(zones.common.at(-1)).toEqual({ id: 'Europe/Kiev', offset: 'UTC+02:00' });
});
