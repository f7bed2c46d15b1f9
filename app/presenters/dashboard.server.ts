import { fillDays } from '#app/components/execution/day-outcomes.ts';
import type { HourRailProps } from '#app/components/job/hour-rail.tsx';
import { logDefect } from '#app/http/expected-error.server.ts';
import { type JobListQuery, pageLinks, readJobListQuery, windowOf } from '#app/components/job/list-query.ts';
import { toJobRow } from '#app/presenters/job-row.ts';
import { sampleDashboard } from '#app/presenters/sample-jobs.ts';
import type { Account } from '#server/accounts/types.ts';
import { plans } from '#domain/plan.ts';
import { now as clock } from '#server/clock.server.ts';
import { env } from '#server/env.server.ts';
import { countersOf } from '#server/executions/counters-of.server.ts';
import { dailyOutcomes } from '#server/executions/daily-outcomes.server.ts';
import { hourRail } from '#server/executions/hour-rail.server.ts';
import { countJobs } from '#server/jobs/count-jobs.server.ts';
import { listFailingJobs } from '#server/jobs/list-failing-jobs.server.ts';
import { listJobs } from '#server/jobs/list-jobs.server.ts';
import { listTags } from '#server/jobs/list-tags.server.ts';

const stripDays = 30;
const offeredTags = 100;

/** All that the dashboard shows; when it cannot be read, samples that say so (D4). */
export async function readDashboard({ user, request }: { user: Account; request: Request }) {
  const query = readJobListQuery(new URL(request.url).searchParams);
  const now = clock().getTime();
  try {
    return await readOwn({ user, query, now });
  } catch (error) {
    logDefect({ error, request });
    return { ...sampleDashboard({ now }), query, apiOrigin: null };
  }
}

async function readOwn({ user, query: asked, now }: { user: Account; query: JobListQuery; now: number }) {
  const ownerId = user.id;
  const [counts, ends, failing, found, rail, tags] = await Promise.all([
    countJobs({ ownerId, tier: user.tier }),
    countersOf({ ownerId }),
    listFailingJobs({ ownerId, take: 1 }),
    listJobs({ ownerId, query: asked, ...windowOf(asked) }),
    hourRail({ ownerId, now }),
    listTags({ ownerId, take: offeredTags }),
  ]);
  const pages = pageLinks({ query: asked, matching: found.matching });
  const query = { ...asked, page: pages.page };
  // Rows have gone since the address was made: the last page that is left is shown.
  const list = query.page === asked.page ? found : await listJobs({ ownerId, query, ...windowOf(query) });
  const days = await dailyOutcomes({ jobIds: list.jobs.map(({ job }) => job.id), days: stripDays });
  const [first] = failing.jobs;
  return {
    query,
    isSample: false,
    counters: {
      total: counts.total,
      active: counts.active,
      failed: ends.failed,
      successful: ends.successful,
    },
    rail: rail satisfies HourRailProps | null,
    failing: {
      total: failing.total,
      first: first
        ? {
            id: first.id,
            name: first.name,
            streak: first.failureStreak,
            since: first.streakStartedAt?.getTime() ?? null,
          }
        : null,
    },
    rows: list.jobs.map(({ job, state }) =>
      toJobRow({ job, state, days: fillDays({ rows: days.get(job.id) ?? [], now }) }),
    ),
    matching: list.matching,
    pages,
    apiOrigin: plans[user.tier].hasApiAccess ? env().APP_ORIGIN : null,
    tags: asked.tag === null || tags.includes(asked.tag) ? tags : [asked.tag, ...tags],
  };
}
