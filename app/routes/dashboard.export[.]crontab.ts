import { jobsExport } from '#app/http/pages/jobs-export.server.ts';

/** All jobs as a download. */
export const loader = jobsExport('crontab');
