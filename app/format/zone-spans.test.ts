import { afterEach, expect, test, vi } from 'vitest';
import '#domain/zones/shipped-zones.ts';
import { zoneSpans } from '#domain/schedule/timezone.ts';
import { zoneOf } from '#domain/zones/zones-in-use.ts';

// Each test has fresh modules of a page without zone data.
const aPage = async () => ({
  ...(await import('./zone-spans.ts')),
  ...(await import('#app/format/time-format.ts')),
});
afterEach(() => vi.resetModules());

const hourMs = 3_600_000;
const now = Date.parse('2026-11-26T00:00Z');
const winter = Date.parse('2026-12-24T17:00Z');

test('a page uses the offsets from the server, not those of the browser', async () => {
  const page = await aPage();
  const asked = { at: winter, timeZone: 'America/Vancouver' };
  page.learnZones({ 'America/Vancouver': { until: winter + 1, spans: [[now, -7 * 60]] } });
  expect(page.wallTime(asked)).toMatchObject({ hour: '10:00', input: '2026-12-24T10:00' });
  page.learnZones({ 'America/Vancouver': { until: winter + 1, spans: [[now, -6 * 60]] } });
  expect(page.wallTime(asked).hour).toBe('11:00');
  expect(page.wallTime({ at: winter, timeZone: 'Asia/Tokyo' }).hour).toBe('02:00');
});

test("the server sends a zone's offsets for two years either way, and no more", async () => {
  const page = await aPage();
  const timeZones = [
    'Europe/Paris',
    'Australia/Lord_Howe',
    'America/Vancouver',
    'Asia/Kathmandu',
    'UTC',
    'No/Zone',
  ];
  const shown = zoneSpans({ timeZones, now });
  expect(Object.keys(shown)).toEqual(timeZones.slice(0, 4));
  page.learnZones(shown);
  for (const timeZone of timeZones.slice(0, 4)) {
    for (let at = now - 700 * 24 * hourMs; at < now + 700 * 24 * hourMs; at += 7 * hourMs)
      expect(page.knownOffset({ at, timeZone })).toBe(zoneOf(timeZone).periodAt(at).offset);
    for (const years of [-3, 3])
      expect(page.knownOffset({ at: now + years * 366 * 24 * hourMs, timeZone })).toBeNull();
  }
});

test('the server reads its own zone data', async () => {
  const page = await aPage();
  page.setZoneSource(({ timeZone }) => (timeZone === 'America/Vancouver' ? -7 * hourMs : null));
  expect(page.wallTime({ at: winter, timeZone: 'America/Vancouver' }).hour).toBe('10:00');
});
