import { expect, test } from 'vitest';
import { isTimeZone, offsetMinutes } from '#domain/schedule/timezone.ts';
import { hasZones } from './zones-in-use.ts';

// Without shipped-zones.ts, as in a browser.

test('without zone data, names are checked by the runtime and times are not computed', () => {
  expect(hasZones()).toBe(false);
  for (const name of ['UTC', 'Europe/Paris', 'Asia/Kolkata', 'Etc/GMT+5'])
    expect(isTimeZone(name)).toBe(true);
  for (const name of ['BST', 'ist', 'SystemV/EST5', '+02:00', 'Mars/Olympus', ''])
    expect(isTimeZone(name), name).toBe(false);
  expect(() => offsetMinutes({ timeZone: 'Europe/Paris', at: 0 })).toThrow('the server computes');
});
