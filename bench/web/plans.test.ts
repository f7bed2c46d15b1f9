import { expect, test } from 'vitest';
import { dearest, readLine } from './plans.ts';

const reported = (text: string, plan: object) =>
  JSON.stringify({
    error_severity: 'LOG',
    message: `duration: 0.041 ms  plan:\n${JSON.stringify({ 'Query Text': text, Plan: plan })}`,
  });

test('a statement is read with the buffers it hit and read', () => {
  expect(
    readLine(reported('select 1\n  from "Job"', { 'Shared Hit Blocks': 3, 'Shared Read Blocks': 2 })),
  ).toEqual([{ statement: 'select 1 from "Job"', buffers: 5 }]);
});

test('other lines of the log are ignored', () => {
  expect(readLine(JSON.stringify({ message: 'checkpoint starting: time' }))).toEqual([]);
  expect(readLine('')).toEqual([]);
});

test('of repeated runs of a statement the most expensive counts', () => {
  const ran = [
    { statement: 'a', buffers: 3 },
    { statement: 'b', buffers: 9 },
    { statement: 'a', buffers: 12 },
  ];
  expect(dearest(ran)).toEqual([
    { statement: 'a', buffers: 12 },
    { statement: 'b', buffers: 9 },
  ]);
});
