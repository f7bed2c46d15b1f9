/** A page request and its budget. */
export interface BenchPage {
  name: string;
  /** Pages whose times are judged together. */
  group: 'dashboard' | 'job';
  path: string;
  /** Maximum buffers of each of its statements; null: counted, but without a budget. */
  buffers: number | null;
}

const usual = 50;
const byName = 500;
const dayMs = 86_400_000;

/** All views of ten thousand jobs, and of a job with a million executions. */
export function benchPages({ jobId, executionId }: { jobId: number; executionId: number }): BenchPage[] {
  const job = `/dashboard/jobs/${jobId}`;
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10);
  const dashboard = (query: string) => `/dashboard?${query}`;
  const pages = [
    { name: 'dashboard', path: '/dashboard', buffers: usual },
    { name: 'dashboard, active', path: dashboard('filter=active'), buffers: usual },
    { name: 'dashboard, paused', path: dashboard('filter=paused'), buffers: usual },
    { name: 'dashboard, by name', path: dashboard('sort=name&order=desc'), buffers: usual },
    { name: 'dashboard, by status', path: dashboard('sort=status'), buffers: usual },
    { name: 'dashboard, search that finds few', path: dashboard('search=payroll%2077'), buffers: byName },
    { name: 'dashboard, search that finds many', path: dashboard('search=Nightly'), buffers: byName },
    { name: 'dashboard, a tag', path: dashboard('tag=finance'), buffers: usual },
    { name: 'dashboard, last result failed', path: dashboard('result=failed'), buffers: usual },
    { name: 'dashboard, never run', path: dashboard('result=never'), buffers: usual },
    { name: 'dashboard, by last run', path: dashboard('sort=last&order=desc'), buffers: null },
    { name: 'dashboard, 50 rows', path: dashboard('show=all'), buffers: null },
    { name: 'dashboard, 50 rows, page 100', path: dashboard('show=all&page=100'), buffers: null },
    { name: 'job', path: job, buffers: usual },
    { name: 'job, successes', path: `${job}?status=success`, buffers: usual },
    { name: 'job, failures', path: `${job}?status=failed`, buffers: usual },
    { name: 'job, running', path: `${job}?status=running`, buffers: usual },
    { name: 'job, not run', path: `${job}?status=not_run`, buffers: usual },
    {
      name: 'job, a week of two months ago',
      path: `${job}?start=${day(67)}&end=${day(60)}&zone=UTC`,
      buffers: usual,
    },
    {
      name: 'job, a day in New York',
      path: `${job}?start=${day(40)}&end=${day(40)}&zone=America/New_York`,
      buffers: usual,
    },
    { name: 'job, search', path: `${job}?search=503`, buffers: null },
    { name: 'execution', path: `${job}/executions/${executionId}`, buffers: usual },
  ];
  return pages.map((page) => ({ ...page, group: page.name.startsWith('dashboard') ? 'dashboard' : 'job' }));
}
