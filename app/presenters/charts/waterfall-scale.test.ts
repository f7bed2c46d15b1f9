import { expect, test } from 'vitest';
import { phaseBars } from './waterfall-scale.ts';

test('each phase begins where the previous one ended', () => {
  const bars = phaseBars({
    times: { dnsMs: 100, connectMs: 100, tlsMs: 200, waitMs: 500, downloadMs: 100 },
    totalMs: 1000,
  });
  expect(bars.map(({ startPercent, widthPercent }) => [startPercent, widthPercent])).toEqual([
    [0, 10],
    [10, 10],
    [20, 20],
    [40, 50],
    [90, 10],
  ]);
});

test('a phase of a millisecond is still visible, and the last one stays inside the drawing', () => {
  const bars = phaseBars({
    times: { dnsMs: 1, connectMs: 24, tlsMs: 41, waitMs: 1795, downloadMs: 2 },
    totalMs: 1863,
  });
  expect(bars[0]?.widthPercent).toBe(0.5);
  expect(bars[4]).toMatchObject({ startPercent: 99.5, widthPercent: 0.5 });
});

test('a phase that did not happen takes no space', () => {
  const bars = phaseBars({
    times: { dnsMs: null, connectMs: null, tlsMs: null, waitMs: 80, downloadMs: 20 },
    totalMs: 100,
  });
  expect(bars.slice(0, 4).map(({ widthPercent }) => widthPercent)).toEqual([0, 0, 0, 80]);
  expect(bars[3]?.startPercent).toBe(0);
});

test('a phase of 0 ms does not fill the whole width', () => {
  const bars = phaseBars({
    times: { dnsMs: null, connectMs: null, tlsMs: null, waitMs: 0.9, downloadMs: 0.1 },
    totalMs: 0,
  });
  expect(bars[3]?.widthPercent).toBe(0.5);
});
