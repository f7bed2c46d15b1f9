import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireUser } from '#app/http/guards.server.ts';
import { toSchedulePreview } from '#app/presenters/schedule-preview.ts';
import { scheduleFromForm } from '#domain/schedule-from-form.ts';
import { now } from '#server/clock.server.ts';

/** What the schedule in a form means; the form sends cron and zone only. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  const fields = Object.fromEntries(new URL(request.url).searchParams);
  const timeZone = fields.timezone ?? 'UTC';
  return toSchedulePreview({ cron: scheduleFromForm(fields), timeZone, now: now().getTime() });
}
