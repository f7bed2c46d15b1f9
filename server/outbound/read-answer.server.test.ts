import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readAnswer } from './read-answer.server.ts';

const kib = 1024;

function answerOf(wire: Buffer | string, headers: Record<string, string | string[]> = {}) {
  return readAnswer({ statusCode: 200, headers, wire: Buffer.from(wire), isCut: false });
}

test('text is kept as it came, with repeated headers joined', async () => {
  expect(await answerOf('grüße 💥', { 'content-type': 'text/plain', 'set-cookie': ['a=1', 'b=2'] })).toEqual({
    statusCode: 200,
    headers: { 'content-type': 'text/plain', 'set-cookie': 'a=1, b=2' },
    body: 'grüße 💥',
    bytes: 12,
    isTruncated: false,
    isBinary: false,
    sha256: null,
  });
});

test('NUL and broken UTF-8 in text become the replacement character', async () => {
  const answer = await answerOf(Buffer.from([0x61, 0x00, 0xff, 0x62]), {
    'content-type': 'application/json',
  });
  expect(answer.body).toBe('a\ufffd\ufffdb');
});

test('text beyond 64 KiB is cut between two characters and says so', async () => {
  const answer = await answerOf(`${'x'.repeat(64 * kib - 1)}ü and more`);
  expect(answer).toMatchObject({ isTruncated: true, isBinary: false, bytes: 64 * kib + 10 });
  expect(answer.body).toBe('x'.repeat(64 * kib - 1));
});

test('text of broken bytes stays within 64 KiB when stored', async () => {
  const answer = await answerOf(Buffer.alloc(40 * kib, 0xff), { 'content-type': 'text/plain' });
  expect(Buffer.byteLength(answer.body)).toBeLessThanOrEqual(64 * kib);
  expect(answer.isTruncated).toBe(true);
});

test('of a binary body only length and SHA-256 are kept', async () => {
  const answer = await answerOf(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x00]), { 'content-type': 'image/png' });
  expect(answer).toMatchObject({ body: '', bytes: 5, isBinary: true, isTruncated: false });
  expect(answer.sha256).toMatch(/^[0-9a-f]{64}$/);
});

test('text under a binary type, or none, is still text', async () => {
  expect(await answerOf('plain', { 'content-type': 'application/octet-stream' })).toMatchObject({
    body: 'plain',
  });
  expect(await answerOf('plain')).toMatchObject({ body: 'plain', isBinary: false });
});

test.each([
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
])('a %s body is unpacked although nobody asked for it', async (coding, pack) => {
  const answer = await answerOf(pack('unpacked'), { 'content-encoding': coding });
  expect(answer).toMatchObject({ body: 'unpacked', bytes: 8, isTruncated: false });
});

test('codings are undone in reverse order', async () => {
  const answer = await answerOf(brotliCompressSync(gzipSync('twice')), { 'content-encoding': 'gzip, br' });
  expect(answer.body).toBe('twice');
});

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
])('a %s bomb is cut at 256 KiB', async (coding, pack) => {
  const answer = await answerOf(pack(Buffer.alloc(50 * kib * kib, 'a')), { 'content-encoding': coding });
  expect(answer).toMatchObject({ bytes: 256 * kib, isTruncated: true });
});

test('a broken gzip body keeps what could be unpacked, and says so', async () => {
  const packed = gzipSync(Buffer.from('a line of text\n'.repeat(5_000)));
  const answer = await answerOf(packed.subarray(0, packed.length - 20), { 'content-encoding': 'gzip' });
  expect(answer.isTruncated).toBe(true);
  expect(answer.body).toMatch(/^a line of text/);
  expect(await answerOf('no gzip', { 'content-encoding': 'gzip' })).toMatchObject({
    body: '',
    isTruncated: true,
  });
});

test('an unknown coding, or one over the other three times, is left packed', async () => {
  expect(await answerOf('zstd data', { 'content-encoding': 'zstd' })).toMatchObject({ body: 'zstd data' });
  const thrice = gzipSync(gzipSync(gzipSync('x')));
  expect(await answerOf(thrice, { 'content-encoding': 'gzip, gzip, gzip' })).toMatchObject({
    isBinary: true,
  });
});

test('a header named like a property of objects is a header', async () => {
  const headers = JSON.parse('{"__proto__": "x", "constructor": "y"}') as Record<string, string>;
  expect(Object.entries((await answerOf('', headers)).headers)).toEqual(Object.entries(headers));
});
