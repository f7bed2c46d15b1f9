import type { AppLoadContext } from '@remix-run/node';
import { jobCounts } from '#app/presenters/job-counts.server.ts';
import { toFirstRun } from '#app/presenters/job/first-run.server.ts';
import { toJobRow } from '#app/presenters/job/job-row.ts';
import { stripLetters } from '#app/presenters/job/strip-letters.server.ts';
import { sampleDashboard } from '#app/presenters/sample/sample-jobs.ts';
import { logDefect } from '#app/protocol/log-defect.server.ts';
import { type JobListQuery, pageLinks, readJobListQuery, windowOf } from '#app/query/list-query.ts';
import { zoneSpans } from '#domain/schedule/timezone.ts';
import type { Account } from '#server/accounts/types.ts';
import { now as clock } from '#server/clock.server.ts';
import { countersOf } from '#server/executions/statistics/counters-of.server.ts';
import { dayStrips } from '#server/executions/statistics/day-strips.server.ts';
import { hourTimeline } from '#server/executions/statistics/hour-timeline.server.ts';
import { jobSummaries } from '#server/jobs/reads/job-summaries.server.ts';
import { listFailingJobs } from '#server/jobs/reads/list-failing-jobs.server.ts';
import { listTags } from '#server/jobs/reads/list-tags.server.ts';
import { matchingJobs } from '#server/jobs/reads/matching-jobs.server.ts';
import { listViews } from '#server/views/list-views.server.ts';
import type { HourTimelineProps } from './hour-timeline-props.ts';

const stripDays = 30;
const offeredTags = 100;
const namedFailing = 5;

interface AskedPage {
  context: AppLoadContext;
  user: Account;
  request: Request;
  /** The list shows all jobs unless its address says otherwise; false unless given. */
  isListingAll?: boolean;
}

/** Data of the dashboard; if it cannot be read, labeled sample data (D4). */
export async function readDashboard(asked: AskedPage) {
  const { request, isListingAll = false } = asked;
  const query = readJobListQuery(new URL(request.url).searchParams, { isListingAll });
  const now = clock().getTime();
  try {
    return await readOwn({ ...asked, query, now });
  } catch (error) {
    logDefect({ error, request });
    return { ...sampleDashboard({ now }), query, firstRun: null };
  }
}

async function readOwn({
  context,
  user,
  query: asked,
  now,
}: Pick<AskedPage, 'context' | 'user'> & { query: JobListQuery; now: number }) {
  const ownerId = user.id;
  const [counts, ends, failing, found, timeline, tags, views] = await Promise.all([
    jobCounts({ context, user }),
    countersOf({ ownerId }),
    listFailingJobs({ ownerId, take: namedFailing }),
    readRows({ ownerId, query: asked }),
    hourTimeline({ ownerId, now }),
    listTags({ ownerId, take: offeredTags }),
    listViews({ userId: ownerId }),
  ]);
  const pages = pageLinks({ query: asked, matching: found.matching });
  const query = { ...asked, page: pages.page };
  // Rows were deleted since the address was made: shows the last page there is.
  const list = query.page === asked.page ? found : await readRows({ ownerId, query });
  return {
    query,
    isSample: false,
    counters: {
      total: counts.total,
      active: counts.active,
      failed: ends.failed,
      successful: ends.successful,
    },
    timeline: timeline satisfies HourTimelineProps | null,
    failing: {
      total: failing.total,
      jobs: failing.jobs.map(({ id, name, failureStreak, streakStartedAt }) => ({
        id,
        name,
        streak: failureStreak,
        since: streakStartedAt?.getTime() ?? null,
      })),
    },
    rows: list.rows,
    zoneSpans: zoneSpans({ timeZones: list.rows.map(({ zone }) => zone), now }),
    matching: list.matching,
    pages,
    views: views.map(({ id, name, query: kept }) => ({ id, name, query: kept })),
    firstRun: await toFirstRun({ user, jobs: counts.total, runs: ends.failed + ends.successful, now }),
    tags: asked.tag === null || tags.includes(asked.tag) ? tags : [asked.tag, ...tags],
  };
}

async function readRows({ ownerId, query }: { ownerId: number; query: JobListQuery }) {
  const { ids, matching } = await matchingJobs({ ownerId, query, ...windowOf(query) });
  const [jobs, strips] = await Promise.all([
    jobSummaries({ ownerId, ids }),
    dayStrips({ jobIds: ids, days: stripDays }),
  ]);
  const now = clock().getTime();
  const rows = jobs.map((job) => toJobRow({ job, days: stripLetters(strips.get(job.id) ?? []), now }));
  return { rows, matching };
}
