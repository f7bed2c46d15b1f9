import { StringDecoder } from 'node:string_decoder';

/** The start of a text in UTF-8, at most `most` bytes long; a character cut in two by the limit is omitted. */
export function startOfBytes({ data, most }: { data: Buffer; most: number }): string {
  if (data.length <= most) return data.toString('utf8');
  return new StringDecoder('utf8').write(data.subarray(0, most));
}
