import { fieldNamesOf } from '#app/http/forms/field-names.ts';
import type { FormFields } from '#app/http/forms/read-form.server.ts';
import { choosableFields } from '#app/presenters/job-form/edit-conflict.server.ts';
import { jobFormControls } from '#app/presenters/job-form/job-form-controls.ts';
import { keepControl } from '#app/presenters/job-form/read-job-form.ts';
import { jobInput } from '#domain/job/job.ts';

/** Every field the form of a job may send. */
export const jobFormFields: FormFields = {
  names: [...fieldNamesOf(jobInput), ...jobFormControls, ...choosableFields.map(keepControl)],
};
