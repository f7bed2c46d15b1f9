import { expect } from 'vitest';
import { formChoices } from '#app/presenters/job-form/form-choices.ts';
import { jobInput } from '#domain/job/job.ts';
import { offsetLabel, timeZoneError } from '#domain/schedule/timezone.ts';
import { testCases } from './cases.ts';
import { checkNext, nextOf } from './preview.ts';

const job = { name: 'n', cronExpression: '0 9 * * *', webhookURL: 'https://example.com/x' };
const zoneErrorOf = (timezone: unknown) => {
  const parsed = jobInput.safeParse({ ...job, timezone });
  return parsed.success
    ? null
    : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join();
};

testCases('tz-name', {
  'tz-name-01': (reported) => {
    checkNext(reported);
    expect(nextOf(reported, 1, 'Europe/Kiev')).toEqual(nextOf(reported, 1));
    for (const timezone of ['Europe/Kyiv', 'Europe/Kiev'])
      expect(jobInput.parse({ ...job, timezone }).timeZone).toBe(timezone);
  },
  'tz-name-02': ({ input }) => {
    const { zones } = formChoices({ now: Date.parse('2026-12-01') });
    for (const typed of input['type'] as string[]) {
      const words = typed.toLowerCase();
      const found = zones.all.filter(({ id }) => id.toLowerCase().replaceAll('_', ' ').includes(words));
      expect(found, typed).not.toEqual([]);
    }
  },
  'tz-name-04': (reported) => {
    checkNext(reported);
    expect(offsetLabel({ timeZone: 'Etc/GMT+5', at: Date.parse('2026-12-01') })).toBe('UTC-05:00');
  },
  'tz-name-06': checkNext,
  'tz-name-08': ({ input }) => {
    const use = ['Etc/GMT-3', 'Etc/GMT-2', 'Etc/GMT-2', 'UTC'];
    for (const [index, name] of (input['timezone'] as string[]).entries())
      expect(zoneErrorOf(name)).toContain(`timezone: ${name} is not a time zone. Use ${use[index] ?? ''}`);
  },
  'tz-name-09': ({ input }) => {
    const use = ['Europe/Berlin', 'America/New_York'];
    for (const [index, name] of (input['timezone'] as string[]).entries()) {
      expect(zoneErrorOf(name)).toBe(`timezone: ${name} is not a time zone. Use ${use[index] ?? ''}.`);
      expect(timeZoneError('Nowhere Standard Time')).toContain('such as Europe/Paris');
    }
  },
  'tz-name-11': ({ input }) => {
    const body = input['body'] as Record<string, string>;
    const parsed = jobInput.parse({
      name: body['name'],
      cronExpression: body['cron'],
      webhookURL: body['webhook_url'],
    });
    expect(parsed.timeZone).toBe('UTC');
  },
});
