import { isDisabled } from '#domain/paste/crontab/crontab.ts';
import { mostJobs, tooMany } from '#server/transfer/too-much.server.ts';
import type { JobDocument, TransferFormat } from '#server/transfer/types.ts';
import { crontabMark } from '#server/transfer/write-jobs.server.ts';
import { readCrontabDocument } from './read-crontab.server.ts';
import { readJson } from './read-json.server.ts';
import { readYaml } from './read-yaml.server.ts';

// A parser of YAML needs seconds for what JSON takes in milliseconds.
const largestYaml = 2 * 1024 * 1024;

/**
 * Reads the jobs of a text. Takes seconds for the largest: call it in a thread.
 * @param format null: detected
 * @param timeZone for crontab lines without one
 */
export function readDocument({
  text: given,
  format,
  timeZone,
}: {
  text: string;
  format: TransferFormat | null;
  timeZone: string;
}): JobDocument {
  // A byte order mark that came with a pasted text.
  const text = given.replace(/^\ufeff/, '');
  if (text.trim() === '') return error('Paste jobs or choose a file.');
  const found = readAs({ text, as: format ?? formatOf(text), timeZone });
  if ('error' in found) return found;
  const { length } = found.jobs;
  if (length > mostJobs) return error(tooMany({ count: length, of: 'jobs', most: mostJobs }));
  return length + found.leftOut.length > 0 ? found : error('There is no job in it.');
}

function readAs({ text, as, timeZone }: { text: string; as: TransferFormat; timeZone: string }): JobDocument {
  if (as === 'json') return readJson(text);
  if (as === 'crontab') return readCrontabDocument({ text, timeZone });
  if (text.length > largestYaml) return error('YAML can have 2 MiB. Write it as JSON, or split it.');
  return readYaml(text);
}

const error = (message: string): JobDocument => ({ error: { line: null, message } });
const cronLine = /^(?:@[a-z]+|(?:[-\d*,/?LW#A-Za-z]+\s+){5}|[A-Za-z_]\w*\s*=)/;

/** Detects the format of a text by its first line that is no comment. */
function formatOf(text: string): TransferFormat {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  if (lines.some((line) => line.startsWith(crontabMark))) return 'crontab';
  const first = lines.find((line) => line !== '' && !line.startsWith('#')) ?? '';
  if (first === '' && lines.some(isDisabled)) return 'crontab';
  if (/^[[{]/.test(first)) return 'json';
  return cronLine.test(first) && !/^[\w-]+:(?:\s|$)|^- /.test(first) ? 'crontab' : 'yaml';
}
