import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { readJobForm } from '#app/presenters/job-form/read-job-form.ts';
import { toSchedulePreview } from '#app/presenters/job-form/schedule-preview.ts';
import { scheduleFromForm } from '#domain/schedule/schedule-from-form.ts';
import { now } from '#server/clock.server.ts';

/** Preview of the schedule in a form; the form sends cron and zone only. */
export const loader = pageLoader({
  guard: requireUser,
  run: ({ request }) => {
    const sent = new FormData();
    for (const [name, value] of new URL(request.url).searchParams) sent.append(name, value);
    const fields = Object.fromEntries(readJobForm(sent)) as Record<string, string>;
    const timeZone = fields.timezone ?? 'UTC';
    const preview = toSchedulePreview({ cron: scheduleFromForm(fields), timeZone, now: now().getTime() });
    // Not bare data: the form fetches this URL without the router.
    return Promise.resolve(Response.json(preview));
  },
});
