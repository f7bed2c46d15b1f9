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

/** Whether a text looks like a command and not like the address or expression of a field. Cheap: asked at each paste. */
export function looksLikeCommand(text: string): boolean {
  const trimmed = text.trim();
  return curl.test(trimmed) || fetchCall.test(trimmed) || cronLine.test(trimmed);
}

/** Reads a cURL command, a call of `fetch`, or lines of a crontab. */
export function readPaste(text: string): Pasted {
  const trimmed = text.trim();
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
