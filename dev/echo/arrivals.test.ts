import { appendFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSink } from './arrivals.ts';

const arrival = (number: number) => ({ number, at: 0, method: 'GET', path: `/${number}`, headers: {} });
const aFile = () => join(mkdtempSync(join(tmpdir(), 'sink-')), 'sink.jsonl');
const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n').filter(Boolean);

test('an arrival is in the file before its response may be sent, even with many at once', async () => {
  const file = aFile();
  const sink = await createSink(file);
  await Promise.all(
    Array.from({ length: 200 }, async (_, number) => {
      await sink.write(arrival(number));
      expect(linesOf(file)).toContain(JSON.stringify(arrival(number)));
    }),
  );
  await sink.close();
  expect(linesOf(file)).toHaveLength(200);
});

test('after half a line from a killed process, the next record starts a new line', async () => {
  const file = aFile();
  appendFileSync(file, '{"number":1,"at"');
  const sink = await createSink(file);
  await sink.write(arrival(2));
  await sink.close();
  expect(linesOf(file)).toEqual(['{"number":1,"at"', JSON.stringify(arrival(2))]);
});
