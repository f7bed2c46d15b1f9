import { readCrontab, type CrontabLine } from '#domain/paste/crontab/crontab.ts';
import { findCommand } from '#domain/paste/curl/curl.ts';
import { findFetch } from '#domain/paste/js/fetch.ts';
import { powerShell } from '#domain/paste/shell/shell-words.ts';
import { utf8Length } from '#domain/text/utf8-length.ts';
import { toWellFormed } from '#domain/text/well-formed.ts';
import { plainPaste, withoutRootPrompt } from './paste-text.ts';
import type { PastedCall, ReadCall } from './pasted.ts';

/** Kind of a pasted text. */
export type Pasted =
  | { kind: 'call'; from: 'cURL' | 'wget' | 'fetch'; call: PastedCall }
  | { kind: 'crontab'; lines: CrontabLine[] }
  | {
      kind: 'refused';
      reason: string;
      /** It is a command that cannot be read, and no text of a field. */
      isCommand?: true;
    };

const cronLine =
  /^(?:CRON_TZ=\S+[ \t]+)?(?:@[a-z]+|[\d*][\d*,/\-]*[ \t]+[\d*][\d*,/\-]*[ \t]+[\d*?L][\dA-Za-z*,/\-]*(?:[ \t]+[\dA-Za-z*?][\dA-Za-z*,/\-#]*){2})[ \t]+\S/i;
const setting = /^[A-Za-z_]\w*[ \t]*=/;
const commandStart = /^[ \t]*(?:(?:\w+=\S*|sudo|time|env)[ \t]+)*(?:\/\S*\/)?(?:curl|wget)(?:\.exe)?[ \t]/m;
const ofPowerShell =
  /^(?:\$\w+[ \t]*=[ \t]*)?\(?(?:Invoke-(?:WebRequest|RestMethod)|iwr|irm|New-Object)[ \t]/im;

/** Bytes in UTF-8 of the longest command that is read (64 KiB). */
export const mostPastedBytes = 65_536;

/** Lines of a crontab that Import takes at once. */
const mostLines = 4_000;

/** Reason for not reading a command of any program; null if it is read. */
export function sizeError(text: string): string | null {
  // More characters than bytes there are not; what is far too long is not measured.
  const isLong = text.length > mostPastedBytes || utf8Length(text) > mostPastedBytes;
  return isLong
    ? 'The command is larger than 64 KiB (at most 65,536 bytes can be read). Send a file of jobs to Import.'
    : null;
}

/**
 * Reads a command of cURL or wget, a call of `fetch`, or lines of a crontab. Accepts any text; refuses other text, and
 * anything larger than 64 KiB, with a reason.
 */
export function readPaste(text: string): Pasted {
  const error = sizeError(text);
  if (error !== null) return { kind: 'refused', reason: error };
  const plain = plainPaste(toWellFormed(text));
  const read = readPlain(plain);
  if (read !== null) return read;
  const uncommented = withoutRootPrompt(plain);
  const again = uncommented === plain ? null : readPlain(uncommented);
  if (again !== null) return again;
  if (ofPowerShell.test(plain)) return { kind: 'refused', reason: powerShell, isCommand: true };
  return { kind: 'refused', reason: 'Paste a cURL command, a fetch() call or crontab lines.' };
}

/** Kind of a text; null if it has no call and no crontab line. */
function readPlain(text: string): Pasted | null {
  const lines = text.split('\n').map((line) => line.trim());
  if (cronLine.test(lines.find(isCommandLine) ?? '')) return crontabOf(text);
  const command = findCommand(text);
  const found = command === null || 'reason' in command ? null : command;
  if (found?.isFirst) return pastedOf(found);
  const call = findFetch(text);
  if (call !== null) return pastedOf({ from: 'fetch', read: call });
  if (found !== null) return pastedOf(found);
  if (lines.some((line) => cronLine.test(line))) return crontabOf(text);
  return command !== null && 'reason' in command && commandStart.test(text)
    ? { kind: 'refused', ...command, isCommand: true }
    : null;
}

/** A line that is neither blank, nor a comment, nor a setting of a crontab. */
function isCommandLine(line: string): boolean {
  return line !== '' && !line.startsWith('#') && (!setting.test(line) || cronLine.test(line));
}

function pastedOf({ from, read }: { from: 'cURL' | 'wget' | 'fetch'; read: ReadCall }): Pasted {
  return 'reason' in read
    ? { kind: 'refused', ...read, isCommand: true }
    : { kind: 'call', from, call: read };
}

function crontabOf(text: string): Pasted {
  const count = text.split('\n').filter((line) => line.trim() !== '').length;
  if (count > mostLines)
    return {
      kind: 'refused',
      reason: 'There are more than 4,000 crontab lines. Split them and import the parts.',
    };
  const lines = readCrontab(text);
  const [only] = lines;
  if (lines.length === 1 && only?.kind === 'refused') return { kind: 'refused', reason: only.reason };
  return { kind: 'crontab', lines };
}
