import { resumeDueJobs } from '#server/jobs/resume-due-jobs.server.ts';

/** Resumes jobs whose timed pause has ended without a fire claimed since. */
export async function resumePaused({ isStopping }: { isStopping: () => boolean }): Promise<number> {
  let all = 0;
  for (let resumed = 1; resumed > 0 && !isStopping(); all += resumed) resumed = await resumeDueJobs();
  return all;
}
