import { jobsExport } from '#app/http/jobs-export.server.ts';

/** All jobs as a download. */
export const loader = jobsExport('crontab');
