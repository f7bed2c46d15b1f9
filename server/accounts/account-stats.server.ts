import { jobLimit, retentionDays } from '#domain/plan.ts';
import { dayMs } from '#domain/time/units.ts';
import type { Account } from '#server/accounts/types.ts';
import { now as clock } from '#server/clock.server.ts';
import { type RunRates, runRates } from '#server/executions/statistics/run-rates.server.ts';
import { countJobs } from '#server/jobs/reads/count-jobs.server.ts';

/** An account in figures (specification section 3, D33). */
export interface AccountStats {
  jobs: { total: number; active: number; limit: number };
  runs: RunRates;
  /** Percent with one decimal; null while nothing that ran is kept. */
  successRate: number | null;
  /** Whole days since the first sign-in. */
  ageDays: number;
}

/** The current figures of an account: jobs of every status, and the outcomes of their executions. */
export async function accountStats({ user }: { user: Account }): Promise<AccountStats> {
  const now = clock().getTime();
  const [counts, runs] = await Promise.all([
    countJobs({ ownerId: user.id, tier: user.tier }),
    runRates({ ownerId: user.id, retentionDays: retentionDays(user.tier), now }),
  ]);
  const ran = runs.succeeded + runs.failed;
  return {
    jobs: { total: counts.total, active: counts.active, limit: jobLimit(user.tier) },
    runs,
    successRate: ran === 0 ? null : Math.round((runs.succeeded / ran) * 1_000) / 10,
    ageDays: Math.max(0, Math.floor((now - user.createdAt.getTime()) / dayMs)),
  };
}
