import { expect, test } from 'vitest';
import { splitByPlaces } from './plan-places.ts';

const jobIds = [1, 2, 3, 4, 5];

test('pauses the newest jobs if none were chosen', () => {
  expect(splitByPlaces({ jobIds, chosenIds: [], limit: 3 })).toEqual({ kept: [1, 2, 3], paused: [4, 5] });
});

test('keeps the chosen jobs, and then the oldest of the others', () => {
  expect(splitByPlaces({ jobIds, chosenIds: [5, 4], limit: 3 })).toEqual({ kept: [1, 4, 5], paused: [2, 3] });
});

test('ignores chosen jobs that no longer exist, and keeps no more than the limit', () => {
  expect(splitByPlaces({ jobIds, chosenIds: [99, 5, 4, 3, 2], limit: 3 })).toEqual({
    kept: [2, 3, 4],
    paused: [1, 5],
  });
});

test('pauses nothing if every job fits', () => {
  expect(splitByPlaces({ jobIds, chosenIds: [5], limit: 5 }).paused).toEqual([]);
  expect(splitByPlaces({ jobIds, chosenIds: [], limit: Infinity }).paused).toEqual([]);
});
