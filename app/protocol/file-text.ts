/** Content of a file: its text, or the reason why it is none. */
export type FileText = { text: string } | { error: string };

const notText = 'This file is not UTF-8 or UTF-16 text. Save it as UTF-8, then choose it again.';

/**
 * Decodes the bytes of a text file: UTF-8, and UTF-16 as editors of Windows write it, with a byte order mark or without. A
 * file in any other encoding is refused: its letters would be wrong.
 */
export function fileText(bytes: Uint8Array): FileText {
  try {
    // The decoder takes the byte order mark away.
    return { text: new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes) };
  } catch {
    return { error: notText };
  }
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Files of jobs begin with ASCII: half of its bytes are 0 in UTF-16.
  if (first === 0 && second !== 0 && second !== undefined) return 'utf-16be';
  return second === 0 && first !== 0 ? 'utf-16le' : 'utf-8';
}
