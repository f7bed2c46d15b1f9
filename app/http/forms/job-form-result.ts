import type { FormResult } from '#app/http/forms/form-action.server.ts';
import type { ConflictView } from '#app/presenters/job-form/edit-conflict.server.ts';
import type { PasteReport } from '#app/presenters/job-form/paste-into-form.ts';
import type { SchedulePreview } from '#app/presenters/job-form/schedule-preview.ts';
import type { TakenValue } from '#app/presenters/job-form/taken-value.ts';
import type { TestRunState } from '#app/presenters/job-form/test-run-view.ts';
import type { Toast } from '#app/protocol/toast.ts';

/** Result of the job form, with a preview of its schedule: a page without JavaScript shows all of it. */
export interface JobFormResult extends FormResult {
  /** Null if it matches the form. */
  preview: SchedulePreview | null;
  test?: TestRunState | null;
  paste?: PasteReport | null;
  /** A value of a test run that was written into the form. */
  taken?: TakenValue | null;
  /** Result of a test notification. */
  notification?: Toast | undefined;
  /** The body of that notification as it was sent; null where nothing was sent. */
  notificationBody?: string | null;
  /** The save did not respond in time and may have been written (D5). */
  isUnconfirmed?: boolean;
  /** Another edit changed the same fields: nothing is saved, and the form shows both. */
  conflict?: ConflictView;
}
