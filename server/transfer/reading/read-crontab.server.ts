import { readWireJob, type WireJob } from '#domain/job/job-wire.ts';
import { jobInput } from '#domain/job/job.ts';
import { maskedAuthHeader, readAuth } from '#domain/job/request-auth.ts';
import { isDisabled, readCrontab as readLines, type CrontabLine } from '#domain/paste/crontab/crontab.ts';
import { mostLines, tooMuch } from '#server/transfer/too-much.server.ts';
import type { DocumentJob, JobDocument, LeftOutLine } from '#server/transfer/types.ts';
import { crontabMark } from '#server/transfer/write-jobs.server.ts';
import { crontabLine } from './crontab-command.server.ts';

type JobLine = Extract<CrontabLine, { kind: 'job' }>;

/** Limits for a line without a job, and for notes about a line: the page shows them. */
const longestShown = 200;
const mostHints = 10;

/**
 * Jobs of a crontab: of any by its lines, of ours also by the marks above them. If a line was changed below its mark,
 * the line counts.
 * @param timeZone of lines without CRON_TZ
 */
export function readCrontabDocument({ text, timeZone }: { text: string; timeZone: string }): JobDocument {
  const raw = text.split(/\r?\n/).map((line) => line.trim());
  const count = raw.filter(
    (line) => isMark(line) || (line !== '' && !line.startsWith('#')) || isDisabled(line),
  ).length;
  if (count > mostLines)
    return { error: { line: null, message: tooMuch({ of: 'lines of a crontab', most: mostLines }) } };
  const lines = readLines(text);
  const byNumber = new Map(lines.map((line) => [line.line, line]));
  const below = linesBelow(raw);
  const jobs: DocumentJob[] = [];
  const taken = new Set<number>();
  for (const [index, mark] of raw.entries()) {
    if (!isMark(mark)) continue;
    const value = parsedMark(mark);
    if (!value)
      return {
        error: { line: index + 1, message: 'The text after #punctual is not JSON. Copy the whole line.' },
      };
    const line = byNumber.get(below[index] ?? 0);
    const isChanged = hasChanged({ line, value });
    // A disabled or converted line: it is in the list of lines left out.
    if (isChanged && line?.kind === 'refused') continue;
    if (line) taken.add(line.line);
    const change = isChanged && line?.kind === 'job' ? changeOfLine({ line, value }) : null;
    jobs.push({
      ...documentJob({ value: { ...value, ...change?.value, ...zoneOf(line) }, line: index + 1 }),
      ...change?.besides,
    });
  }
  const leftOut: LeftOutLine[] = [];
  const firstOf = new Map<string, number>();
  for (const line of lines) {
    if (taken.has(line.line)) continue;
    if (line.kind === 'refused')
      leftOut.push({ line: line.line, text: line.text.slice(0, longestShown), reason: line.reason });
    else jobs.push(withEqual({ job: plainJob({ line, timeZone }), firstOf }));
  }
  return { jobs: jobs.sort((one, other) => one.line - other.line), leftOut };
}

const isMark = (line: string) => line.startsWith(crontabMark);

/** For each line the number, counted from 1, of the next one below it that is neither blank nor a time zone. */
function linesBelow(raw: string[]): (number | undefined)[] {
  const below: (number | undefined)[] = [];
  let next: number | undefined;
  for (let index = raw.length - 1; index >= 0; index -= 1) {
    below[index] = next;
    const line = raw[index] ?? '';
    if (line !== '' && !line.startsWith('CRON_TZ=')) next = index + 1;
  }
  return below;
}

function parsedMark(mark: string): WireJob | null {
  try {
    const value: unknown = JSON.parse(mark.slice(crontabMark.length));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as WireJob) : null;
  } catch {
    return null;
  }
}

/** The line under a mark if neither was changed; null if the mark itself is no job. */
function lineOf(value: WireJob): string | null {
  const read = jobInput.safeParse(readWireJob(value).fields);
  return read.success ? crontabLine(read.data) : null;
}

/** Reports whether somebody has changed the line under a mark since it was written; one of an inactive job is a comment. */
function hasChanged({ line, value }: { line: CrontabLine | undefined; value: WireJob }): boolean {
  const written = line && lineOf(value);
  if (!line || written === null || line.text === written) return false;
  return line.kind === 'job' || value.status === undefined || value.status === 'active';
}

/** A changed line says no less than one without a mark: what its call depends on, and the days it means. */
function changeOfLine({ line, value }: { line: JobLine; value: WireJob }): {
  value: WireJob;
  besides: Partial<DocumentJob>;
} {
  return { value: { ...fieldsOfLine(line), ...authOfLine({ line, value }) }, besides: besidesOf(line) };
}

/** The mark holds the authentication, the line its header with a mask. Another value of that header replaces both. */
function authOfLine({ line, value }: { line: JobLine; value: WireJob }): WireJob {
  const read = readAuth(value['auth']);
  const [header] = 'auth' in read ? Object.entries(maskedAuthHeader(read.auth)) : [];
  if (!header) return {};
  const isAuth = (name: string) => name.toLowerCase() === header[0].toLowerCase();
  const written = Object.entries(line.call.request.headers);
  const [, given] = written.find(([name]) => isAuth(name)) ?? [];
  if (given === undefined) return {};
  if (given !== header[1]) return { auth: { type: 'none' } };
  const others = written.filter(([name]) => !isAuth(name));
  return { headers: others.length > 0 ? Object.fromEntries(others) : null };
}

function zoneOf(line: CrontabLine | undefined): WireJob {
  return line?.kind === 'job' && line.timeZone !== null ? { timezone: line.timeZone } : {};
}

function fieldsOfLine({ cron, call: { request } }: JobLine): WireJob {
  const { url, method, headers, payload, timeoutSeconds, retryCount, retryDelays, followRedirects } = request;
  return {
    cron_expression: cron,
    webhook_url: url,
    http_method: method,
    headers: Object.keys(headers).length > 0 ? headers : null,
    payload,
    ...(timeoutSeconds !== null && { timeout: timeoutSeconds }),
    ...(retryCount !== null && { retry_count: retryCount }),
    ...(retryDelays && { retry_delays: retryDelays }),
    ...(followRedirects && { follow_redirects: true }),
  };
}

function plainJob({ line, timeZone }: { line: JobLine; timeZone: string }): DocumentJob {
  const { comment, description, call } = line;
  const name = comment ?? call.request.url.replace(/^https?:\/\//i, '').replace(/[?#].*/s, '');
  const value = {
    name: name.slice(0, 200),
    ...(description !== null && { description }),
    timezone: line.timeZone ?? timeZone,
    ...fieldsOfLine(line),
  };
  return { ...documentJob({ value, line: line.line }), ...besidesOf(line) };
}

function besidesOf({ call, offer, isOptional }: JobLine) {
  const hints = call.left
    .slice(0, mostHints)
    .map(({ what, why }) => `${what.slice(0, longestShown)}: ${why}`);
  return {
    hints,
    ...(isOptional && { isOptional }),
    ...(offer !== null && { offer }),
  };
}

/** Says of a line that makes the same call at the same times as one above it. */
function withEqual({ job, firstOf }: { job: DocumentJob; firstOf: Map<string, number> }): DocumentJob {
  const key = JSON.stringify({ ...job.value, name: '', description: '' });
  const first = firstOf.get(key);
  firstOf.set(key, first ?? job.line);
  if (first === undefined) return job;
  return { ...job, hints: [`Same call at the same times as line ${first}.`, ...job.hints] };
}

function documentJob({ value, line }: { value: WireJob; line: number }): DocumentJob {
  return { value, line, lineOf: {}, hints: [] };
}
