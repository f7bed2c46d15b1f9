import { readPage } from '#app/components/admin/paged-address.ts';
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
  return { jobs: jobs.map(toLine), total, page: asked, pages, countedDays };
}

function toLine(job: AdminJob): AdminJobLine {
  return { ...job, lastRunAt: job.lastRunAt?.getTime() ?? null, temporalUrl: temporalLink(job.id) };
}
