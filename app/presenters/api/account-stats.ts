import type { AccountStats } from '#server/accounts/account-stats.server.ts';

/** The account statistics (specification section 3); a limit of -1 is none. */
export function toApiStats({ jobs, runs, successRate, ageDays }: AccountStats) {
  return {
    total_jobs: jobs.total,
    active_jobs: jobs.active,
    recent_executions: runs.recent,
    success_rate: successRate,
    account_age_days: ageDays,
    job_limit: Number.isFinite(jobs.limit) ? jobs.limit : -1,
  };
}
