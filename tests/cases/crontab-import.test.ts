import { expect } from 'vitest';
import { readWireJob } from '#domain/job/job-wire.ts';
import { jobInput } from '#domain/job/job.ts';
import { readDocument } from '#server/transfer/reading/read-document.server.ts';
import { testCases, type ReportedCase } from './cases.ts';

/** Jobs as an import would save them, with their hints, and the lines without a job. */
function imported({ input }: ReportedCase) {
  const read = readDocument({ text: String(input.text), format: null, timeZone: 'Asia/Tokyo' });
  if ('error' in read) throw new Error(read.error.message);
  const jobs = read.jobs.map(({ value, line, lineOf: _, ...row }) => ({
    ...{ line, ...row },
    saved: jobInput.parse(readWireJob(value).fields),
  }));
  return { jobs, leftOut: read.leftOut };
}

const only = (reported: ReportedCase) => {
  const { jobs, leftOut } = imported(reported);
  expect([jobs.length, leftOut]).toEqual([1, []]);
  return jobs[0] ?? expect.fail();
};

testCases('crontab-import', {
  'crontab-import-01': (reported) => {
    const { jobs, leftOut } = imported(reported);
    expect(jobs).toEqual([]);
    expect(leftOut[0]?.reason).toMatch(/^\/usr\/share\/mdadm\/checkarray runs on your machine/);
  },
  'crontab-import-02': (reported) => {
    const job = only(reported);
    expect(job.saved).toMatchObject({ cronExpression: '0 9 1-7 * *', httpMethod: 'GET' });
    expect(job).toMatchObject({
      offer: '0 9 * * MON#1',
      hints: [
        "[ $(date +%u) = 1 ]: This check does not run here: the call is made at every time of 0 9 1-7 * *. To keep the crontab's days, use 0 9 * * MON#1.",
      ],
    });
  },
  'crontab-import-03': (reported) => {
    const { jobs, leftOut } = imported(reported);
    expect(jobs.map(({ saved }) => [saved.httpMethod, saved.webhookUrl])).toEqual([
      ['GET', 'http://example.com/cron.php'],
      ['GET', 'http://www.example.com/cron.php'],
      ['GET', 'http://example.com/cron.php'],
    ]);
    expect(leftOut).toEqual([]);
    expect(jobs[2]?.hints).toEqual(['Same call at the same times as line 1.']);
  },
  'crontab-import-05': (reported) => {
    const job = only(reported);
    expect(job).toMatchObject({
      hints: [],
      saved: { cronExpression: '*/5 * * * *', httpMethod: 'GET' },
    });
  },
  'crontab-import-07': (reported) => {
    const job = only(reported);
    expect(job.isOptional).toBe(true);
    expect(job.hints).toEqual([
      '/home/user/backup.sh: It does not run here, so the call no longer depends on it.',
    ]);
    expect(job.saved).toMatchObject({ timeoutSeconds: 10, retryCount: 5 });
  },
  'crontab-import-08': (reported) => {
    const { hints, saved } = only(reported);
    expect(saved.webhookUrl).toBe('https://example.com/report?d=$(date +%Y%m%d)');
    expect(hints).toEqual([
      expect.stringMatching(/^\$\(date \+%Y%m%d\): .*\{\{scheduled_for\}\}.*\{\{now\}\}/),
    ]);
  },
  'crontab-import-09': (reported) => {
    const { hints, saved } = only(reported);
    expect(saved.webhookUrl).toBe('https://example.com/a');
    expect(hints).toEqual(['%20b: Input for a command is not sent.']);
  },
  'crontab-import-11': (reported) => {
    expect(only(reported).saved).toMatchObject({ name: 'example.com/nightly', description: '' });
  },
  'crontab-import-13': (reported) => {
    const { jobs, leftOut } = imported(reported);
    expect(jobs).toMatchObject([
      {
        saved: { timeZone: 'Asia/Tokyo', cronExpression: '0 9 * * *' },
        hints: [
          'TZ=Europe/Paris: It sets the clock of the command. CRON_TZ moves the schedule, TZ does not.',
        ],
      },
    ]);
    expect(leftOut.map(({ text }) => text)).toEqual(['TZ=Europe/Paris', 'MAILTO=""']);
    expect(leftOut.every(({ reason }) => reason.startsWith('A setting of'))).toBe(true);
  },
  'crontab-import-14': (reported) => {
    const { hints, saved } = only(reported);
    expect(saved).toMatchObject({ httpMethod: 'GET', timeoutSeconds: 50, overlap: 'skip' });
    expect(hints).toEqual([
      expect.stringMatching(/^\/usr\/bin\/flock -n \/tmp\/x\.lock: Overlap does this: Skip/),
    ]);
  },
  'crontab-import-15': (reported) => {
    const { jobs, leftOut } = imported(reported);
    expect(jobs.map(({ saved }) => [saved.webhookUrl, saved.cronExpression])).toEqual([
      ['https://example.com/a', '0 0 * * *'],
    ]);
    expect(leftOut.map(({ line, reason }) => [line, reason])).toEqual([
      [2, expect.stringMatching(/^@reboot /)],
      [3, expect.stringMatching(/^@every_minute is not a macro\. Known are @hourly, @daily/)],
    ]);
  },
  'crontab-import-17': (reported) => {
    const { jobs, leftOut } = imported(reported);
    expect(jobs.map(({ saved }) => [saved.webhookUrl, saved.headers])).toEqual([
      ['https://example.com/x', null],
    ]);
    expect(leftOut).toMatchObject([
      { line: 2, reason: expect.stringMatching(/^Write five fields/) as string },
    ]);
  },
});
