import { type JobStatus, jobStatuses } from '#domain/job/choices.ts';

interface Sending {
  key: string;
  formData?: FormData | undefined;
}

/** Fetcher key of the form for the selected rows. */
export const bulkKey = 'jobs-bulk';
const listKey = 'job-status-list-';

/** Fetcher key of a job's toggle: other parts of the page use it to see the pending status. */
export const toggleKey = ({ id, from }: { id: number; from: 'list' | 'job' }) =>
  from === 'list' ? `${listKey}${id}` : `job-status-page-${id}`;

/** Pending changes of these jobs: active, paused, inactive or deleted. */
export function pendingStatuses({
  fetchers,
  ids,
}: {
  fetchers: Sending[];
  ids: number[];
}): Map<number, JobStatus | 'deleted'> {
  const pending = new Map<number, JobStatus | 'deleted'>();
  for (const { key, formData } of fetchers) {
    if (!formData) continue;
    for (const id of ids) {
      const status =
        key === bulkKey ? bulkOutcome({ formData, id }) : key === `${listKey}${id}` ? asked(formData) : null;
      if (status !== null) pending.set(id, status);
    }
  }
  return pending;
}

/** Statuses shown in a list: the requested ones until the response. */
export function shownStatuses({
  fetchers,
  jobs,
}: {
  fetchers: Sending[];
  jobs: readonly { id: number; status: JobStatus }[];
}): Map<number, JobStatus> {
  const own = new Map(fetchers.map(({ key, formData }) => [key, asked(formData)]));
  const bulk = fetchers.find(({ key }) => key === bulkKey)?.formData;
  return new Map(
    jobs.map(({ id, status }) => [
      id,
      own.get(toggleKey({ id, from: 'list' })) ?? bulkStatus({ formData: bulk, id }) ?? status,
    ]),
  );
}

/** Status requested by a toggle. */
export function asked(formData: FormData | undefined): JobStatus | null {
  const status = formData?.get('status');
  return jobStatuses.find((one) => one === status) ?? null;
}

/** Effect of the bulk form on a job. */
export function bulkStatus({
  formData,
  id,
}: {
  formData: FormData | undefined;
  id: number;
}): JobStatus | null {
  const act = formData?.get('act');
  if (!formData || (act !== 'pause' && act !== 'resume' && act !== 'restore')) return null;
  if (act === 'restore') {
    const has = (status: JobStatus) => listed(formData.get(status)).includes(String(id));
    return jobStatuses.find(has) ?? null;
  }
  return isMeant({ formData, id }) ? (act === 'pause' ? 'paused' : 'active') : null;
}

function bulkOutcome(asked: { formData: FormData; id: number }): JobStatus | 'deleted' | null {
  return asked.formData.get('act') === 'delete' && isMeant(asked) ? 'deleted' : bulkStatus(asked);
}

function isMeant({ formData, id }: { formData: FormData; id: number }): boolean {
  return formData.get('matching') === 'yes' || formData.getAll('job_ids').includes(String(id));
}

const listed = (field: FormDataEntryValue | null) => (typeof field === 'string' ? field.split(',') : []);
