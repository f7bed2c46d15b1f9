import { expect } from 'vitest';
import { toSchedulePreview } from '#app/presenters/job-form/schedule-preview.ts';
import { jobInput } from '#domain/job/job.ts';
import { describeCron } from '#domain/schedule/cron-description.ts';
import { cronHints } from '#domain/schedule/cron-hints.ts';
import { parseCron } from '#domain/schedule/cron.ts';
import { crontabDays } from '#domain/schedule/crontab-days.ts';
import { type ReportedCase, testCases } from './cases.ts';
import { checkNext, nextOf } from './preview.ts';

const cronsOf = ({ input }: ReportedCase) => input['cron'] as string[];
const refusalOf = (cron: string) => {
  const parsed = parseCron(cron);
  return parsed.isValid ? null : parsed.message;
};

testCases('cron-dialect', {
  'cron-dialect-01': (reported) => {
    const cron = String(reported.input['cron']);
    expect(nextOf(reported, 5).map((at) => at.slice(5, 10))).toEqual([
      '12-02',
      '12-03',
      '12-04',
      '12-05',
      '12-06',
    ]);
    expect(cronHints(cron)).toContain('Runs when either matches.');
    expect(crontabDays(cron)?.cron).toBe('0 0 * * SUN#1');
  },
  'cron-dialect-04': checkNext,
  'cron-dialect-07': (reported) => {
    for (const cron of cronsOf(reported)) {
      expect(describeCron(cron)).toMatch(/ or /);
      expect(describeCron(cron)).not.toContain('only on');
      expect(cronHints(cron)).toContain('Runs when either matches.');
    }
  },
  'cron-dialect-10': (reported) => {
    checkNext(reported);
    expect(cronHints(String(reported.input['cron']))).toContain(
      'Months without this day are skipped. Use L for the last day.',
    );
  },
  'cron-dialect-13': ({ input }) => {
    const parsed = parseCron(String(input['cron']));
    expect(parsed).toMatchObject({ isValid: false, field: 'dayOfMonth' });
    expect(refusalOf(String(input['cron']))).toContain('Write L, or a day such as 15W');
  },
  'cron-dialect-15': (reported) => {
    checkNext(reported);
    const later = { ...reported, input: { ...reported.input, from: '2027-01-30T23:00Z' } };
    expect(nextOf(later, 1)).toEqual(nextOf(reported, 1));
  },
  'cron-dialect-16': checkNext,
  'cron-dialect-17': checkNext,
  'cron-dialect-18': checkNext,
  'cron-dialect-20': checkNext,
  'cron-dialect-21': (reported) => {
    checkNext(reported);
    expect(cronHints(String(reported.input['cron'])).join()).toContain('Restarts every month');
  },
  'cron-dialect-26': checkNext,
  'cron-dialect-27': checkNext,
  'cron-dialect-33': checkNext,
  'cron-dialect-35': checkNext,
  'cron-dialect-37': (reported) => {
    for (const cron of cronsOf(reported)) {
      const zone = /=(\S+)/.exec(cron)?.[1] ?? '';
      expect(refusalOf(cron)).toBe(
        `Choose the time zone ${zone} in its own field, and write five fields here.`,
      );
    }
  },
  'cron-dialect-38': (reported) => {
    const [every = '', minute = '', reboot = '', daily = ''] = cronsOf(reported);
    for (const cron of [every, minute]) expect(refusalOf(cron)).toContain('Known are @hourly, @daily');
    expect(refusalOf(reboot)).toContain('@reboot');
    expect(parseCron(daily)).toMatchObject({ isValid: true, cron: '0 0 * * *' });
  },
  'cron-dialect-39': (reported) => {
    for (const cronExpression of cronsOf(reported)) {
      const parsed = jobInput.safeParse({ name: 'n', webhookURL: 'https://example.com/x', cronExpression });
      expect(parsed.error?.issues).toMatchObject([
        { path: ['cronExpression'], message: 'Six fields found. Seconds are not supported.' },
      ]);
    }
  },
  'cron-dialect-40': (reported) => {
    const use = ['7-23/5', '0-59/15', '13-31/14'];
    for (const [index, cron] of cronsOf(reported).entries()) expect(refusalOf(cron)).toContain(use[index]);
  },
  'cron-dialect-41': ({ input }) => {
    const cron = String(input['cron']);
    expect(describeCron(cron)).toBe('Every Monday at 22:00');
    const { fires } = toSchedulePreview({ cron, timeZone: 'UTC', now: Date.parse('2026-12-01'), count: 5 });
    expect(fires.map(({ at }) => new Date(at).getUTCDay())).toEqual([1, 1, 1, 1, 1]);
  },
});
