import { expect, test } from 'vitest';
import { zoneColumns } from './zone-columns.ts';
import '#domain/zones/shipped-zones.ts';

const winter = Date.parse('2026-01-15T12:00:00Z');
const summer = Date.parse('2026-07-15T12:00:00Z');
const heads = (jobZone: string, mine: string, instants = [winter]) =>
  zoneColumns({ jobZone, mine, instants }).map(({ head }) => head);

test.each([
  ['Europe/Paris', 'America/New_York', ['Job: Paris', 'You: New York', 'UTC']],
  ['Europe/Paris', 'Europe/Berlin', ['Job and you: Paris', 'UTC']],
  ['UTC', 'America/New_York', ['Job and UTC', 'You: New York']],
  ['UTC', 'UTC', ['Job, you and UTC']],
  ['Asia/Tokyo', 'UTC', ['Job: Tokyo', 'You and UTC']],
  ['Europe/London', 'America/New_York', ['Job and UTC: London', 'You: New York']],
])('the zones %s and %s have the columns %j', (jobZone, mine, expected) => {
  expect(heads(jobZone, mine)).toEqual(expected);
});

test('zones that differ at any instant of the table keep separate columns', () => {
  expect(heads('Europe/London', 'UTC', [winter])).toEqual(['Job, you and UTC: London']);
  expect(heads('Europe/London', 'UTC', [winter, summer])).toEqual(['Job: London', 'You and UTC']);
});

test('a column lists each of its zones', () => {
  const [column] = zoneColumns({ jobZone: 'UTC', mine: 'UTC', instants: [winter] });
  expect(column?.modes).toEqual(['job', 'mine', 'utc']);
});
