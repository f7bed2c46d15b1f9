import { expect, test } from 'vitest';
import { jobInput } from '#domain/job/job.ts';
import { listTimeZones } from '#domain/schedule/timezone.ts';
import { formChoices } from './form-choices.ts';

const now = Date.parse('2026-12-01');

test('zones are listed by current name and found by older ones', () => {
  const { zones } = formChoices({ now });
  const byId = new Map(zones.all.map((zone) => [zone.id, zone]));
  for (const [id, old] of [
    ['Europe/Kyiv', 'Europe/Kiev'],
    ['Asia/Kolkata', 'Asia/Calcutta'],
    ['America/Nuuk', 'America/Godthab'],
    ['Asia/Yangon', 'Asia/Rangoon'],
    ['Pacific/Kanton', 'Pacific/Enderbury'],
  ] as const) {
    expect(byId.get(id)?.old).toContain(old);
    expect(byId.has(old)).toBe(false);
  }
  expect(zones.common.map(({ id }) => id).slice(0, 2)).toEqual(['UTC', 'America/New_York']);
});

test("a job's zone is offered even if its name is outdated", () => {
  const { zones } = formChoices({ now, chosen: 'Europe/Kiev' });
  expect(zones.common.at(-1)).toEqual({ id: 'Europe/Kiev', offset: 'UTC+02:00' });
});

test('zones are found by country, abbreviation and alias', () => {
  const { common } = formChoices({ now }).zones;
  expect(common.find(({ id }) => id === 'Europe/London')).toMatchObject({
    countries: ['United Kingdom'],
    abbreviations: ['GMT', 'BST'],
    meant: expect.arrayContaining(['BST', 'GMT Standard Time']) as string[],
  });
});

test('the offered zones are exactly those the server accepts, by their current names', () => {
  const { zones } = formChoices({ now });
  const offered = [...zones.common, ...zones.all].map(({ id }) => id);
  expect(offered).toHaveLength(new Set(offered).size);
  expect([...offered].sort()).toEqual([...listTimeZones()].sort());
  const job = { name: 'n', cronExpression: '0 9 * * *', webhookURL: 'https://example.com/x' };
  for (const timezone of offered) expect(jobInput.parse({ ...job, timezone }).timeZone).toBe(timezone);
});
