import { ordinary, type SeededJob } from '../seeded-job.ts';

/** Jobs of the operators. */
export const adminJobs: SeededJob[] = [
  {
    ...ordinary,
    name: 'Status page heartbeat',
    description: 'Tells the status page that we are here.',
    cron: '*/15 * * * *',
    path: '/status-page/heartbeat',
    medianMs: 95,
    createdDaysAgo: 60,
  },
  {
    ...ordinary,
    name: 'Archive audit log',
    description: 'One file a day.',
    cron: '10 1 * * *',
    method: 'POST',
    path: '/audit/archive',
    medianMs: 1_300,
    createdDaysAgo: 60,
  },
];
