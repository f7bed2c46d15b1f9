import type { AppLoadContext } from '@remix-run/node';
import { oncePerRequest } from '#app/protocol/once-per-request.server.ts';
import type { Account } from '#server/accounts/types.ts';
import { countJobs, type JobCounts } from '#server/jobs/reads/count-jobs.server.ts';

/** Number of jobs the user has: the frame shows it beside the page. */
export function jobCounts({ context, user }: { context: AppLoadContext; user: Account }): Promise<JobCounts> {
  return oncePerRequest({
    context,
    key: countJobs,
    ask: () => countJobs({ ownerId: user.id, tier: user.tier }),
  });
}
