import { expect, test } from 'vitest';
import { nextPlace } from './next-place.ts';

const at = (day: number, hour: number) => day * 24 + hour;
const places = [at(0, 9), at(0, 12), at(1, 9), at(3, 9)];
const go = (from: number, key: string, isTurned = false) => nextPlace({ from, key, places, isTurned });

test('arrow keys go to the next hour with runs and stay at the edges', () => {
  expect(go(at(0, 9), 'ArrowRight')).toBe(at(0, 12));
  expect(go(at(0, 12), 'ArrowRight')).toBeNull();
  expect(go(at(0, 12), 'ArrowLeft')).toBe(at(0, 9));
  expect(go(at(1, 9), 'ArrowDown')).toBe(at(3, 9));
  expect(go(at(1, 9), 'ArrowUp')).toBe(at(0, 9));
  expect(go(at(0, 9), 'ArrowUp')).toBeNull();
});

test('arrow keys follow the layout when weekdays are columns', () => {
  expect(go(at(1, 9), 'ArrowRight', true)).toBe(at(3, 9));
  expect(go(at(0, 9), 'ArrowDown', true)).toBe(at(0, 12));
});

test('Home and End go to the first and the last hour, other keys do nothing', () => {
  expect(go(at(1, 9), 'Home')).toBe(at(0, 9));
  expect(go(at(1, 9), 'End')).toBe(at(3, 9));
  expect(go(at(1, 9), 'j')).toBeNull();
});
