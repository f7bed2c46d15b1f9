import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

const decodedLimitBytes = 256 * 1024;
// A response with more layers of compression than this is an attack.
const mostCodings = 2;
// A decoder may need 16 MB for a bomb, and as many work at once as there are threads for them.
const mostAtOnce = 4;
const waiting: (() => void)[] = [];
let working = 0;

export interface DecodedBody {
  data: Buffer;
  isCut: boolean;
  /** The coding that the body is labelled with and was not undone; null where all were. */
  undecoded: string | null;
}

/**
 * The body without its content codings, up to 256 KiB. We request none, yet some servers send them. A body that ends
 * early is cut there. One that does not match its label stays as received, and so does an unknown coding.
 * @param isCut the wire was cut: the end of a coding may be missing
 */
export async function decodeBody({
  buffer,
  isCut,
  contentEncoding,
}: {
  buffer: Buffer;
  isCut: boolean;
  contentEncoding: string;
}): Promise<DecodedBody> {
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')
    .reverse();
  let decoded = { data: buffer, isCut };
  if (buffer.length === 0) return { ...decoded, undecoded: null };
  if (codings.length > mostCodings) return { ...decoded, undecoded: contentEncoding };
  for (const coding of codings) {
    const decoder = decoderOf({ coding, data: decoded.data });
    if (!decoder) return { ...decoded, undecoded: coding };
    const { data } = decoded;
    const next = await inTurn(() => unpack({ data, decoder: decoder() }));
    if (isMislabelled({ coding, unpacked: next, isCut: decoded.isCut }))
      return { ...decoded, undecoded: coding };
    decoded = { data: next.data, isCut: decoded.isCut || next.end !== 'whole' };
  }
  return { ...decoded, undecoded: null };
}

/**
 * Reports whether the data never had this coding. gzip begins with marks that other data fails at once; the others take
 * some texts for their own, and read letters out of them until they meet an error or the end.
 */
function isMislabelled({
  coding,
  unpacked: { data, end },
  isCut,
}: {
  coding: string;
  unpacked: Unpacked;
  isCut: boolean;
}): boolean {
  if (end === 'whole' || end === 'limit') return false;
  if (data.length === 0) return true;
  return !coding.endsWith('gzip') && (end === 'broken' || !isCut);
}

function decoderOf({ coding, data }: { coding: string; data: Buffer }): (() => Transform) | null {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip;
    case 'deflate':
      // Some servers omit the zlib header of the standard.
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

interface Unpacked {
  data: Buffer;
  end: 'whole' | 'limit' | 'early' | 'broken';
}

function unpack({ data, decoder }: { data: Buffer; decoder: Transform }): Promise<Unpacked> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    const finish = (end: Unpacked['end']) => {
      resolve({ data: Buffer.concat(parts, Math.min(size, decodedLimitBytes)), end });
      decoder.destroy();
    };
    decoder
      .on('data', (part: Buffer) => {
        parts.push(part);
        size += part.length;
        if (size > decodedLimitBytes) finish('limit');
      })
      .on('end', () => finish('whole'))
      .on('error', (error: NodeJS.ErrnoException) =>
        finish(error.code === 'Z_BUF_ERROR' ? 'early' : 'broken'),
      );
    decoder.end(data);
  });
}
