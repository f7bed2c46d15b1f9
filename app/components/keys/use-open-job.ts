import { useMatches } from '@remix-run/react';

/** Job of the open page. */
export interface OpenJob {
  id: number;
  name: string;
  /** Null on the job's form, and on an execution that was opened directly. */
  page: { isActive: boolean; curl: string | null } | null;
  isForm: boolean;
}

interface PageData {
  page?: {
    isSample: boolean;
    job: { id: number; name: string; status: string; webhook: { curl: string | null } };
  } | null;
  job?: { id: number; name: string };
  id?: number;
  name?: string;
}

/** Job of the open page, form or execution; null elsewhere, and for a sample. */
export function useOpenJob(): OpenJob | null {
  const matches = useMatches();
  const dataOf = (route: string) =>
    matches.find(({ id }) => id === `routes/dashboard.jobs.$id.${route}`)?.data as PageData | undefined;
  const page = dataOf('_page')?.page;
  if (page?.isSample) return null;
  if (page) {
    const { id, name, status, webhook } = page.job;
    return { id, name, page: { isActive: status === 'active', curl: webhook.curl }, isForm: false };
  }
  const form = dataOf('edit');
  const job = form ?? dataOf('_page.executions.$eid')?.job;
  if (job?.id === undefined || job.name === undefined) return null;
  return { id: job.id, name: job.name, page: null, isForm: form !== undefined };
}
