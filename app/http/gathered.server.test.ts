import { setImmediate as later } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { gathered } from './gathered.server.ts';

function heardBy(stream: ReturnType<typeof gathered>): string[] {
  const heard: string[] = [];
  stream.on('data', (piece: Buffer) => heard.push(piece.toString()));
  return heard;
}

test('what is written in one go comes in one piece, and at once', async () => {
  const stream = gathered();
  const heard = heardBy(stream);
  for (const piece of ['<html>', '<body>', 'one']) stream.write(piece);
  await later();
  await later();
  expect(heard).toEqual(['<html><body>one']);
  stream.write('two');
  stream.write('three');
  stream.end('</html>');
  await new Promise((ended) => stream.once('end', ended));
  expect(heard.join('')).toBe('<html><body>onetwothree</html>');
});

test('nothing written is nothing sent', async () => {
  const stream = gathered();
  const heard = heardBy(stream);
  stream.end();
  await new Promise((ended) => stream.once('end', ended));
  expect(heard).toEqual([]);
});
