import { scheduleFields, type JobFormValues } from '#app/presenters/job-form.ts';
import { parseCron } from '#domain/cron.ts';

/**
 * The fields of a schedule that was tried on the public page before the sign-in; none where the address brings no valid
 * one.
 * @param timeZone in which it was shown there
 */
export function triedSchedule({ url, timeZone }: { url: string; timeZone: string }): Partial<JobFormValues> {
  const cron = new URL(url).searchParams.get('cron');
  const parsed = cron === null ? null : parseCron(cron.trim());
  return parsed?.isValid ? { ...scheduleFields(parsed.cron), timezone: timeZone } : {};
}
