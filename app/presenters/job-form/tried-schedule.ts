import { scheduleFields, type JobFormValues } from '#app/presenters/job-form/job-form.ts';
import { parseCron } from '#domain/schedule/cron.ts';

/** The fields of a schedule tried on the public page before the sign-in; none where the address brings no valid one. */
export function triedSchedule(url: string): Partial<JobFormValues> {
  const cron = new URL(url).searchParams.get('cron');
  const parsed = cron === null ? null : parseCron(cron.trim());
  return parsed?.isValid ? scheduleFields(parsed.cron) : {};
}
