import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readResponse } from './read-response.server.ts';

const kib = 1024;

function toResponse(buffer: Buffer | string, headers: Record<string, string | string[]> = {}) {
  return readResponse({ statusCode: 200, headers, buffer: Buffer.from(buffer), isCut: false });
}

test('text is kept as received, with repeated headers joined', async () => {
  expect(
    await toResponse('grüße 💥', { 'content-type': 'text/plain', 'set-cookie': ['a=1', 'b=2'] }),
  ).toEqual({
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
  const response = await toResponse(Buffer.from([0x61, 0x00, 0xff, 0x62]), {
    'content-type': 'application/json',
  });
  expect(response.body).toBe('a\ufffd\ufffdb');
});

test('text beyond 64 KiB is cut between two characters and marked as truncated', async () => {
  const response = await toResponse(`${'x'.repeat(64 * kib - 1)}ü and more`);
  expect(response).toMatchObject({ isTruncated: true, isBinary: false, bytes: 64 * kib + 10 });
  expect(response.body).toBe('x'.repeat(64 * kib - 1));
});

test('text of broken bytes stays within 64 KiB when stored', async () => {
  const response = await toResponse(Buffer.alloc(40 * kib, 0xff), { 'content-type': 'text/plain' });
  expect(Buffer.byteLength(response.body)).toBeLessThanOrEqual(64 * kib);
  expect(response.isTruncated).toBe(true);
});

test('of a binary body only length and SHA-256 are kept', async () => {
  const response = await toResponse(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x00]), {
    'content-type': 'image/png',
  });
  expect(response).toMatchObject({ body: '', bytes: 5, isBinary: true, isTruncated: false });
  expect(response.sha256).toMatch(/^[0-9a-f]{64}$/);
});

test('text under a binary type, or none, is still text', async () => {
  expect(await toResponse('plain', { 'content-type': 'application/octet-stream' })).toMatchObject({
    body: 'plain',
  });
  expect(await toResponse('plain')).toMatchObject({ body: 'plain', isBinary: false });
});

test.each([
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
])('a %s body is decoded although it was not requested', async (coding, pack) => {
  const response = await toResponse(pack('unpacked'), { 'content-encoding': coding });
  expect(response).toMatchObject({ body: 'unpacked', bytes: 8, isTruncated: false });
});

test('encodings are decoded in reverse order', async () => {
  const response = await toResponse(brotliCompressSync(gzipSync('twice')), {
    'content-encoding': 'gzip, br',
  });
  expect(response.body).toBe('twice');
});

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
])('a %s bomb is cut at 256 KiB', async (coding, pack) => {
  const response = await toResponse(pack(Buffer.alloc(8 * kib * kib, 'a')), { 'content-encoding': coding });
  expect(response).toMatchObject({ bytes: 256 * kib, isTruncated: true });
});

test('a broken gzip body keeps what could be decoded, and is marked', async () => {
  const packed = gzipSync(Buffer.from('a line of text\n'.repeat(5_000)));
  const response = await toResponse(packed.subarray(0, packed.length - 20), { 'content-encoding': 'gzip' });
  expect(response.isTruncated).toBe(true);
  expect(response.body).toMatch(/^a line of text/);
});

const plainBodies = ['no gzip', '{"ok":true}', 'key=value', 'OK', '<html></html>', 'k'.repeat(9_000)];

test.each(
  ['gzip', 'x-gzip', 'deflate', 'br'].flatMap((coding) => plainBodies.map((body) => [coding, body] as const)),
)('a body wrongly labeled %s is kept as received, and marked: %s', async (coding, body) => {
  expect(await toResponse(body, { 'content-encoding': coding })).toMatchObject({
    ...{ body, bytes: body.length, undecoded: coding, isTruncated: false, isBinary: false },
  });
});

test('a body that is not encoded below an outer encoding is kept as found there', async () => {
  expect(await toResponse(gzipSync('plain'), { 'content-encoding': 'br, gzip' })).toMatchObject({
    body: 'plain',
    undecoded: 'br',
  });
  expect(await toResponse('', { 'content-encoding': 'gzip' })).not.toHaveProperty('undecoded');
});

test('an unknown encoding, or more than two layers, is not decoded', async () => {
  expect(await toResponse('zstd data', { 'content-encoding': 'zstd' })).toMatchObject({
    body: 'zstd data',
    undecoded: 'zstd',
  });
  const thrice = gzipSync(gzipSync(gzipSync('x')));
  expect(await toResponse(thrice, { 'content-encoding': 'gzip, gzip, gzip' })).toMatchObject({
    isBinary: true,
  });
});

test('a header named like a property of objects is kept as a header', async () => {
  const headers = JSON.parse('{"__proto__": "x", "constructor": "y"}') as Record<string, string>;
  expect(Object.entries((await toResponse('', headers)).headers)).toEqual(Object.entries(headers));
});

test.each([
  ['iso-8859-1', 'text/plain; charset=ISO-8859-1', Buffer.from('caf\u00e9', 'latin1'), 'caf\u00e9'],
  ['windows-1251', 'text/html;charset="windows-1251"', Buffer.from([0xcf, 0xf0, 0xe8]), 'При'],
  ['shift_jis', 'application/json; charset=Shift_JIS', Buffer.from([0x93, 0xfa, 0x96, 0x7b]), '日本'],
  ['utf-16le', 'text/plain; charset=utf-16le', Buffer.from('grüße', 'utf16le'), 'grüße'],
  ['utf-16 by its byte order mark', 'text/xml', Buffer.from('\ufeff<a/>', 'utf16le'), '<a/>'],
  ['an unknown charset', 'text/plain; charset=klingon', Buffer.from('grüße'), 'grüße'],
  ['utf8 by another name', 'text/plain; charset=utf8', Buffer.from('grüße'), 'grüße'],
])('text in %s is decoded', async (_, type, buffer, body) => {
  expect(await toResponse(buffer, { 'content-type': type })).toMatchObject({ body, isBinary: false });
});

test.each([
  ['alone', { 'content-type': 'application/json' }],
  ['without a type', {}],
  ['beside another charset', { 'content-type': 'text/plain; charset=iso-8859-1' }],
])('a UTF-8 byte order mark is not part of the text: %s', async (_, headers) => {
  expect(await toResponse('\ufeffé', headers)).toMatchObject({ body: 'é', bytes: 5, isBinary: false });
});

test('text beyond 64 KiB is searched up to 256 KiB', async () => {
  const long = `${'x'.repeat(200 * kib)}end`;
  expect(await toResponse(long)).toMatchObject({ isTruncated: true, searched: { text: long, isCut: false } });
  expect(await toResponse('short')).not.toHaveProperty('searched');
  const grown = await toResponse(Buffer.alloc(200 * kib, 0xe9), {
    'content-type': 'text/plain; charset=latin1',
  });
  expect(grown.searched).toEqual({ text: 'é'.repeat(128 * kib), isCut: true });
});

test('text that grows when decoded stays within 64 KiB', async () => {
  const buffer = Buffer.alloc(60 * kib, 0xe9);
  const response = await toResponse(buffer, { 'content-type': 'text/plain; charset=latin1' });
  expect(response).toMatchObject({ isTruncated: true, bytes: 60 * kib });
  expect(response.body).toBe('é'.repeat(32 * kib));
});

test('many compressed responses at once are each decoded', async () => {
  const packed = brotliCompressSync(Buffer.alloc(kib * kib, 'a'));
  const responses = await Promise.all(
    Array.from({ length: 40 }, () =>
      toResponse(packed, { 'content-encoding': 'br', 'content-type': 'text/plain' }),
    ),
  );
  expect(responses.every(({ bytes, isTruncated }) => bytes === 256 * kib && isTruncated)).toBe(true);
});
