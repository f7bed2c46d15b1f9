import { stringify } from 'yaml';
import { toWireJob } from '#domain/job/job-wire.ts';
import type { JobInput } from '#domain/job/job.ts';
import { crontabLine } from '#server/transfer/reading/crontab-command.server.ts';
import type { TransferFormat } from './types.ts';

interface Writer {
  head: string;
  /** @param isFirst of the document */
  job: (given: { job: JobInput; isFirst: boolean }) => string;
  foot: string;
}

/** Before a job's line in a crontab: all that the line itself cannot say. */
export const crontabMark = '#punctual ';

/** A document of jobs, piece by piece: what import reads back to the same. */
export const jobWriters: Record<TransferFormat, Writer> = {
  json: {
    head: '{\n  "jobs": [',
    // By line feeds alone: JSON does not escape U+2028, which a pattern would take for the begin of a line.
    job: ({ job, isFirst }) =>
      `${isFirst ? '' : ','}\n    ${JSON.stringify(toWireJob(job), null, 2).replaceAll('\n', '\n    ')}`,
    foot: '\n  ]\n}\n',
  },
  yaml: {
    head: '',
    job: ({ job, isFirst }) => (isFirst ? 'jobs:\n' : '') + stringify([toWireJob(job)], { lineWidth: 0 }),
    foot: '',
  },
  crontab: {
    head: '# Jobs of Punctual. A line that begins with "#punctual" holds what cron has no words for: keep it.\n',
    job: ({ job }) => crontabJob(job),
    foot: '',
  },
};

function crontabJob(job: JobInput): string {
  const mark = crontabMark + JSON.stringify(toWireJob(job));
  const title = `# ${job.name.replaceAll(/\s+/g, ' ')}`;
  const line = crontabLine(job);
  if (line === null) return `\n${title}: no line of cron can do this.\n${mark}\n`;
  if (job.status !== 'active') return `\n${title}, ${job.status}\n${mark}\n# ${line}\n`;
  return `\n${title}\n${mark}\nCRON_TZ=${job.timeZone}\n${line}\n`;
}
