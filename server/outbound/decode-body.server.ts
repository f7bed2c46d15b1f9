import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

const decodedLimitBytes = 256 * 1024;
// An answer that is packed more often than this wants to be a burden.
const mostCodings = 2;
// A decoder may need 16 MB for a bomb, and as many work at once as there are threads for them.
const mostAtOnce = 4;
const waiting: (() => void)[] = [];
let working = 0;

/**
 * The body without its content codings, up to 256 KiB. We ask for none, yet some servers send them. What
 * cannot be unpacked to its end is cut there; an unknown coding is left as it is.
 */
export async function decodeBody({
  wire,
  contentEncoding,
}: {
  wire: Buffer;
  contentEncoding: string;
}): Promise<{ data: Buffer; isCut: boolean }> {
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')
    .reverse();
  let decoded = { data: wire, isCut: false };
  if (codings.length > mostCodings) return decoded;
  for (const coding of codings) {
    const decoder = decoderOf({ coding, data: decoded.data });
    if (!decoder || decoded.data.length === 0) return decoded;
    const { data } = decoded;
    const next = await inTurn(() => unpack({ data, decoder: decoder() }));
    decoded = { data: next.data, isCut: decoded.isCut || next.isCut };
  }
  return decoded;
}

function decoderOf({ coding, data }: { coding: string; data: Buffer }): (() => Transform) | null {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip;
    case 'deflate':
      // Some servers leave out the zlib header that the standard asks for.
      return ((data[0] ?? 0) & 0x0f) === 8 ? createInflate : createInflateRaw;
    case 'br':
      return createBrotliDecompress;
    default:
      return null;
  }
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  while (working >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  working += 1;
  try {
    return await work();
  } finally {
    working -= 1;
    waiting.shift()?.();
  }
}

function unpack({
  data,
  decoder,
}: {
  data: Buffer;
  decoder: Transform;
}): Promise<{ data: Buffer; isCut: boolean }> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    const finish = (isCut: boolean) => {
      resolve({ data: Buffer.concat(parts, Math.min(size, decodedLimitBytes)), isCut });
      decoder.destroy();
    };
    decoder
      .on('data', (part: Buffer) => {
        parts.push(part);
        size += part.length;
        if (size > decodedLimitBytes) finish(true);
      })
      .on('end', () => finish(false))
      .on('error', () => finish(true));
    decoder.end(data);
  });
}
