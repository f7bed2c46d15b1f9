import { toWellFormed } from '../well-formed.ts';
import { utf8Length } from '../utf8-length.ts';
import { readCrontab, type CrontabLine } from './crontab.ts';
import { readCurl } from './curl.ts';
import { readFetch } from './fetch.ts';
import type { PastedCall } from './pasted.ts';

/** What a pasted text is. */
export type Pasted =
  | { kind: 'call'; from: 'cURL' | 'fetch'; call: PastedCall }
  | { kind: 'crontab'; lines: CrontabLine[] }
  | { kind: 'refused'; reason: string };

const curl = /^(?:[$%>]\s+)?(?:\/\S*\/)?curl(?:\.exe)?\s/;
const fetchCall = /(?:^|[\s=(;])fetch\s*\(/;
const cronLine = /^(?:@[a-z]+|(?:[\d*,/\-A-Za-z#]+\s+){4}[\d*,/\-A-Za-z#]+)\s+\S/m;

/** Bytes in UTF-8 of the longest command that is read (64 KiB). */
export const mostPastedBytes = 65_536;

/** Whether a text looks like a command and not like the address or expression of a field. Cheap: asked at each paste. */
export function looksLikeCommand(text: string): boolean {
  const trimmed = text.slice(0, mostPastedBytes).trim();
  return curl.test(trimmed) || fetchCall.test(trimmed) || cronLine.test(trimmed);
}

/**
 * Reads a cURL command, a call of `fetch`, or lines of a crontab. Takes any text: what is no command, and what is
 * larger than 64 KiB, is refused with its reason.
 */
export function readPaste(text: string): Pasted {
  if (text.length > mostPastedBytes || utf8Length(text) > mostPastedBytes) {
    return { kind: 'refused', reason: 'The command is larger than 64 KiB. Send a file of jobs to Import.' };
  }
  const trimmed = toWellFormed(text).trim();
  const from = curl.test(trimmed)
    ? 'cURL'
    : !cronLine.test(trimmed) && fetchCall.test(trimmed)
      ? 'fetch'
      : null;
  if (from !== null) {
    const call = from === 'cURL' ? readCurl(trimmed) : readFetch(trimmed);
    return 'reason' in call ? { kind: 'refused', ...call } : { kind: 'call', from, call };
  }
  if (!cronLine.test(trimmed)) {
    return { kind: 'refused', reason: 'Paste a cURL command, a call of fetch, or lines of a crontab.' };
  }
  const lines = readCrontab(trimmed);
  const [only] = lines;
  if (lines.length === 1 && only?.kind === 'refused') return { kind: 'refused', reason: only.reason };
  return { kind: 'crontab', lines };
}
