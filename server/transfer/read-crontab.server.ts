import { jobInput } from '#domain/job.ts';
import { readWireJob, type WireJob } from '#domain/job-wire.ts';
import { readCrontab as readLines, type CrontabLine } from '#domain/paste/crontab.ts';
import { crontabLine } from './crontab-command.server.ts';
import type { DocumentJob, JobDocument } from './types.ts';
import { crontabMark } from './write-jobs.server.ts';

type JobLine = Extract<CrontabLine, { kind: 'job' }>;

/**
 * Jobs of a crontab: of any by its lines, of ours also by the marks above them. Where somebody has changed a line
 * below its mark, the line counts.
 * @param timeZone of lines without CRON_TZ
 */
export function readCrontab({ text, timeZone }: { text: string; timeZone: string }): JobDocument {
  const raw = text.split(/\r?\n/).map((line) => line.trim());
  const lines = readLines(text);
  const jobs: DocumentJob[] = [];
  const taken = new Set<number>();
  for (const [index, mark] of raw.entries()) {
    if (!mark.startsWith(crontabMark)) continue;
    const value = parsedMark(mark);
    if (!value)
      return {
        fault: { line: index + 1, message: 'What stands after #punctual is not JSON. Copy the line whole.' },
      };
    const below = raw.findIndex((line, at) => at > index && line !== '' && !line.startsWith('CRON_TZ='));
    const line = lines.find((one) => one.line === below + 1);
    if (line) taken.add(line.line);
    const changed = line?.kind === 'job' && line.text !== lineOf(value) ? fieldsOfLine(line) : {};
    jobs.push(documentJob({ value: { ...value, ...changed, ...zoneOf(line) }, line: index + 1 }));
  }
  const leftOut = [];
  for (const line of lines) {
    if (taken.has(line.line)) continue;
    if (line.kind === 'refused') leftOut.push(line);
    else jobs.push(plainJob({ line, timeZone }));
  }
  return { jobs: jobs.sort((one, other) => one.line - other.line), leftOut };
}

function parsedMark(mark: string): WireJob | null {
  try {
    const value: unknown = JSON.parse(mark.slice(crontabMark.length));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as WireJob) : null;
  } catch {
    return null;
  }
}

/** The line that stands under a mark as long as nobody has changed either; null when the mark itself is no job. */
function lineOf(value: WireJob): string | null {
  const read = jobInput.safeParse(readWireJob(value).fields);
  return read.success ? crontabLine(read.data) : null;
}

function zoneOf(line: CrontabLine | undefined): WireJob {
  return line?.kind === 'job' && line.timeZone !== null ? { timezone: line.timeZone } : {};
}

function fieldsOfLine({ cron, call: { request } }: JobLine): WireJob {
  const { url, method, headers, payload, timeoutSeconds, retryCount } = request;
  return {
    cron_expression: cron,
    webhook_url: url,
    http_method: method,
    headers: Object.keys(headers).length > 0 ? headers : null,
    payload,
    ...(timeoutSeconds !== null && { timeout: timeoutSeconds }),
    ...(retryCount !== null && { retry_count: retryCount }),
  };
}

function plainJob({ line, timeZone }: { line: JobLine; timeZone: string }): DocumentJob {
  const { comment, call } = line;
  const name = comment ?? call.request.url.replace(/^https?:\/\//i, '').replace(/[?#].*$/, '');
  const value = { name: name.slice(0, 200), timezone: line.timeZone ?? timeZone, ...fieldsOfLine(line) };
  const notes = call.left.map(({ what, why }) => `${what}: ${why}`);
  return { ...documentJob({ value, line: line.line }), notes };
}

function documentJob({ value, line }: { value: WireJob; line: number }): DocumentJob {
  return { value, line, lineOf: {}, notes: [] };
}
