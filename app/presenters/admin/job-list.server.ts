import { readPage } from '#app/query/paged-address.ts';
import { errorText } from '#domain/execution.ts';
import { type LastFailure, lastFailures } from '#server/admin/last-failures.server.ts';
import {
  type AdminJob,
  type AdminJobList,
  countedDays,
  listAllJobs,
} from '#server/admin/list-all-jobs.server.ts';
import { temporalLink } from '#server/engine/temporal-link.server.ts';

const perPage = 20;

/** A job as a line of the admin area. */
export interface AdminJobLine extends Omit<AdminJob, 'lastRunAt'> {
  /** UTC milliseconds. */
  lastRunAt: number | null;
  /** Its workflow in the Temporal Web UI; null where none is known. */
  temporalUrl: string | null;
  /** Reason of the last failure, by its code alone; null if not requested. */
  failure: { reason: string; code: string } | null;
}

export interface AdminJobPage {
  jobs: AdminJobLine[];
  total: number;
  page: number;
  pages: number;
  countedDays: number;
}

/** A page of a list of jobs; one behind the last is the last. */
export async function readJobPage({
  list,
  params,
}: {
  list: AdminJobList;
  params: URLSearchParams;
}): Promise<AdminJobPage> {
  const asked = readPage(params);
  const { jobs, total } = await listAllJobs({ list, page: asked, perPage });
  const pages = Math.max(1, Math.ceil(total / perPage));
  if (asked > pages) return readJobPage({ list, params: new URLSearchParams({ page: String(pages) }) });
  const failures =
    list === 'failing'
      ? await lastFailures({ jobIds: jobs.map(({ id }) => id) })
      : new Map<number, LastFailure>();
  const lines = jobs.map((job) => toLine({ job, failure: failures.get(job.id) }));
  return { jobs: lines, total, page: asked, pages, countedDays };
}

function toLine({ job, failure }: { job: AdminJob; failure: LastFailure | undefined }): AdminJobLine {
  return {
    ...job,
    lastRunAt: job.lastRunAt?.getTime() ?? null,
    temporalUrl: temporalLink(job.id),
    failure: failure ? toFailure(failure) : null,
  };
}

function toFailure({
  type,
  errorCode,
  statusCode,
  verdict,
  timeoutSeconds,
}: LastFailure): AdminJobLine['failure'] {
  const code = errorCode ?? (statusCode === null ? 'worker_lost' : 'status_rejected');
  return { reason: errorText({ code, type, statusCode, verdict, timeoutSeconds }), code };
}
