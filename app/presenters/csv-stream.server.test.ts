import { expect, test } from 'vitest';
import { csvStream } from './csv-stream.server.ts';

const toLine = (row: number) => [row];

test('skips empty pages', async () => {
  async function* pages() {
    yield* [[], [1], [], [], [2, 3]];
    await Promise.resolve();
  }
  const text = await new Response(csvStream({ columns: ['n'], pages: pages(), toLine })).text();
  expect(text).toBe('n\r\n1\r\n2\r\n3\r\n');
});

test('stops asking for pages once the reader has gone, even if no page had a row', async () => {
  let asked = 0;
  let isEnded = false;
  async function* pages(): AsyncGenerator<number[]> {
    try {
      for (;;) {
        asked += 1;
        await new Promise((resolve) => setTimeout(resolve, 5));
        yield [];
      }
    } finally {
      isEnded = true;
    }
  }
  const reader = csvStream({ columns: ['n'], pages: pages(), toLine }).getReader();
  await reader.read();
  await new Promise((resolve) => setTimeout(resolve, 30));
  await reader.cancel();
  const before = asked;
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(isEnded).toBe(true);
  expect(asked).toBeLessThanOrEqual(before + 1);
});
