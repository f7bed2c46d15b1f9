import { data, type ActionFunctionArgs } from '@remix-run/node';
import { formAction, type FormAnswer } from '#app/http/form-action.server.ts';
import { requireUser } from '#app/http/guards.server.ts';
import { toSchedulePreview, type SchedulePreview } from '#app/presenters/schedule-preview.ts';
import { jobInput, type JobInput } from '#domain/job.ts';
import { scheduleFromForm } from '#domain/schedule-from-form.ts';
import type { SignedIn } from '#server/accounts/types.ts';
import { now } from '#server/clock.server.ts';

/** A form's answer and what the schedule in it means: a page without JavaScript shows both. */
export interface JobFormAnswer extends FormAnswer {
  preview: SchedulePreview;
}

/** The action behind the job form, for Create and Edit alike. */
export function jobFormAction({
  run,
}: {
  run: (args: ActionFunctionArgs & SignedIn & { input: JobInput }) => Promise<Response>;
}) {
  const save = formAction({ guard: requireUser, schema: jobInput, run });
  return async (args: ActionFunctionArgs) => {
    const answer = await save(args);
    if (answer instanceof Response) return answer;
    const preview = previewOf(answer.data.result?.initialValue ?? {});
    return data({ ...answer.data, preview } satisfies JobFormAnswer, answer.init ?? {});
  };
}

function previewOf(sent: Record<string, unknown>): SchedulePreview {
  const texts = Object.entries(sent).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const fields = Object.fromEntries(texts);
  const timeZone = fields.timezone ?? 'UTC';
  return toSchedulePreview({ cron: scheduleFromForm(fields), timeZone, now: now().getTime() });
}
