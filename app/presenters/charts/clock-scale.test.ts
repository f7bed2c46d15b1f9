import { expect, test } from 'vitest';
import { clockPoint, clockStrokes, minutesOfDay } from './clock-scale.ts';

test('24 is at the top, 06 at the right, noon at the bottom', () => {
  expect(clockPoint({ minute: 0, radius: 80 })).toBe('100.0 20.0');
  expect(clockPoint({ minute: 360, radius: 80 })).toBe('180.0 100.0');
  expect(clockPoint({ minute: 720, radius: 80 })).toBe('100.0 180.0');
});

test('a stroke crosses the rim at its minute', () => {
  expect(clockStrokes({ minutes: [150], from: 81, to: 97 })).toBe('M149.3 35.7L159.0 23.0');
});

test('fires on different days at the same local minute share one stroke', () => {
  const fires = [Date.parse('2026-11-22T01:30:00Z'), Date.parse('2026-11-23T01:30:00Z')];
  expect(minutesOfDay({ fires, timeZone: 'Europe/Paris' })).toEqual([150]);
});
