import { useCallback, useState } from 'react';
import { useDirectCall } from '#app/components/token/use-direct-call.ts';
import type { Settings } from '#app/presenters/settings/settings.server.ts';

type Stats = Settings['stats'];

interface ApiStats {
  total_jobs: number;
  active_jobs: number;
  recent_executions: number;
  success_rate: number | null;
  account_age_days: number;
  job_limit: number;
}

/** Statistics of the account from the page load, or from a later API call. */
export function useStats(loaded: Stats): { stats: Stats; refresh: () => void } {
  const [shown, setShown] = useState<{ stats: Stats; after: Stats } | null>(null);
  const call = useDirectCall();
  const refresh = useCallback(() => {
    const asked = call<ApiStats>({
      method: 'GET',
      path: '/v1/auth/user/stats',
      fallback: 'Failed to load user statistics',
      isKept: true,
    });
    void asked.then((stats) => {
      if (stats) setShown({ stats: toStats(stats), after: loaded });
    });
  }, [call, loaded]);
  // Data from a later page load is newer.
  return { stats: shown?.after === loaded ? shown.stats : loaded, refresh };
}

function toStats(stats: ApiStats): Stats {
  return {
    totalJobs: stats.total_jobs,
    activeJobs: stats.active_jobs,
    recentExecutions: stats.recent_executions,
    successRate: stats.success_rate,
    ageDays: stats.account_age_days,
    jobLimit: stats.job_limit === -1 ? null : stats.job_limit,
  };
}
