import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { guardHeads } from './head-guard.server.ts';

/** Reads a response in chunks of a given size. */
function readIn({ text, chunkBytes }: { text: string; chunkBytes: number }) {
  const stream = new PassThrough();
  let problem: string | null = null;
  stream.on('error', (error) => (problem = error.message));
  const guard = guardHeads(stream as unknown as Socket);
  guard.awaitHead();
  let seen = '';
  for (let at = 0; at < text.length && !stream.destroyed; at += chunkBytes) {
    stream.write(Buffer.from(text.slice(at, at + chunkBytes), 'latin1'));
    for (;;) {
      const chunk = stream.read() as Buffer | null;
      if (chunk === null) break;
      seen += chunk.toString('latin1');
    }
  }
  return { seen, stream, guard, error: () => problem };
}

const interimResponse = 'HTTP/1.1 100 Continue\r\nx: y\r\n\r\n';
const response = 'HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 100 is a body\r\n\r\nHTTP/1.1 100 too';

test.each([1, 2, 3, 5, 11, 12, 13, 64, 1_000])(
  'each "continue" before the response is passed on as "processing", and nothing after it, in chunks of %i',
  (chunkBytes) => {
    const { seen } = readIn({ text: interimResponse + interimResponse + response, chunkBytes });
    expect(seen).toBe(interimResponse.replace('100', '102').repeat(2) + response);
  },
);

test.each([7, 1_000, 20_000])(
  'a head of 64 KiB passes, a longer one does not, in chunks of %i',
  async (chunkBytes) => {
    const head = (bytes: number) => `${'HTTP/1.1 200 OK\r\nx: '.padEnd(bytes - 4, 'y')}\r\n\r\n`;
    expect(readIn({ text: `${head(65_536)}body`, chunkBytes }).seen).toBe(`${head(65_536)}body`);
    const { stream, error } = readIn({ text: head(65_537), chunkBytes });
    await expect.poll(() => stream.destroyed && error()).toBe('The headers are too large.');
  },
);

test.each([7, 1_000, 20_000])(
  'a head of a thousand lines passes, one more does not, in chunks of %i',
  async (chunkBytes) => {
    const head = (lines: number) => `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(lines - 2)}\r\n`;
    const body = '\n'.repeat(2_000);
    expect(readIn({ text: `${head(1_000)}${body}`, chunkBytes }).seen).toBe(`${head(1_000)}${body}`);
    const { stream, error } = readIn({ text: head(1_001), chunkBytes });
    await expect.poll(() => stream.destroyed && error()).toBe('There are too many headers.');
  },
);

test.each([1, 7, 1_000])(
  'the head so far can be taken once, without earlier interim responses, in chunks of %i',
  (chunkBytes) => {
    const head = 'HTTP/1.1 200 OK\r\nx: y\r\n';
    const begun = readIn({ text: `${interimResponse}${head}`, chunkBytes });
    expect(begun.guard.takeHead()).toBe(head);
    expect(begun.guard.takeHead()).toBe('');
    expect(readIn({ text: `${interimResponse}${head}\r\nbody`, chunkBytes }).guard.takeHead()).toBe(
      `${head}\r\n`,
    );
    const tooLong = readIn({ text: `${head}z: ${'z'.repeat(70_000)}`, chunkBytes: 20_000 });
    expect(tooLong.guard.takeHead()).toHaveLength(65_536);
  },
);

test('sixteen interim responses pass, a seventeenth does not', async () => {
  expect(readIn({ text: interimResponse.repeat(16) + response, chunkBytes: 100 }).seen).toContain(response);
  const { error } = readIn({ text: interimResponse.repeat(17) + response, chunkBytes: 10_000 });
  await expect.poll(error).toBe('Too many interim responses.');
});
