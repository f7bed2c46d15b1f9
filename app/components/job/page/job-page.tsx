import { useLocation } from '@remix-run/react';
import { ExecutionHistory } from '#app/components/execution/history/execution-history.tsx';
import { LastRuns } from '#app/components/execution/history/last-runs.tsx';
import { LatencyCard } from '#app/components/execution/history/latency-card.tsx';
import { JobHeatMap } from '#app/components/heat-map/job-heat-map.tsx';
import { IncidentBanner } from '#app/components/incident/incident-banner.tsx';
import { SampleNotice } from '#app/components/job/list/sample-notice.tsx';
import { JobBadgeCard } from '#app/components/job/page/job-badge-card.tsx';
import { JobChanges } from '#app/components/job/page/job-changes.tsx';
import { JobFactsCard } from '#app/components/job/page/job-facts.tsx';
import { JobFires } from '#app/components/job/page/job-fires.tsx';
import { JobHead } from '#app/components/job/page/job-head.tsx';
import { JobNotificationsCard } from '#app/components/job/page/job-notifications.tsx';
import { RecipientBanner } from '#app/components/job/page/recipient-banner.tsx';
import { WatchPairs } from '#app/components/job/page/watch-pairs.tsx';
import { WebhookDetails } from '#app/components/job/page/webhook-details.tsx';
import { Columns, Halves, Stack } from '#app/components/ui/page-head.tsx';
import type { JobPageData } from '#app/presenters/job/job-page.server.ts';
import { jobSearch, searchWith } from '#app/query/history-address.ts';

/** Everything about a job; a disabled sample if the job could not be loaded (D4). */
export function JobPage({ page }: { page: JobPageData }) {
  const { isSample, job, days, fires, skipped, clockChange, lastRuns, history, timed, recipient } = page;
  const { search } = useLocation();
  const disabledReason = isSample ? 'This job is a sample.' : undefined;
  const jobZone = job.timeZone;
  // Day counts use UTC days.
  const dayLink = (day: string) =>
    `/dashboard/jobs/${job.id}${searchWith({ search: jobSearch(search), changes: { start: day, end: day, zone: 'UTC', shown: null } })}#history`;
  return (
    <>
      {isSample ? (
        <SampleNotice what="this job" failure="Failed to load job details. Please try again." />
      ) : null}
      <JobHead job={job} disabledReason={disabledReason} />
      <Stack>
        {page.incident ? <IncidentBanner incident={page.incident} timeZone={page.viewerZone} /> : null}
        {recipient ? <RecipientBanner jobId={job.id} recipient={recipient} /> : null}
        <JobFactsCard
          job={job}
          days={days}
          linkTo={isSample ? undefined : dayLink}
          lastRuns={<LastRuns rows={lastRuns} jobId={job.id} jobZone={jobZone} isSample={isSample} />}
        />
        <Columns>
          <JobFires
            job={job}
            fires={fires}
            clockChange={clockChange}
            skipped={skipped}
            canSkip={!isSample && fires.length > 0}
          />
          <LatencyCard runs={timed} jobZone={jobZone} isScheduled={job.cron !== null} />
        </Columns>
        <JobHeatMap view={page.heat} jobId={job.id} />
        <ExecutionHistory
          history={history}
          jobId={job.id}
          jobZone={jobZone}
          isActive={job.status === 'active'}
          disabledReason={disabledReason}
        />
        <JobDetails page={page} />
      </Stack>
    </>
  );
}

/** The request and, unless it is a sample, the job's badge, notifications and changes. */
function JobDetails({ page }: { page: JobPageData }) {
  const { isSample, job, badgeUrl, notifications, changes, watches } = page;
  const watched = <WatchPairs watches={watches} jobZone={job.timeZone} />;
  const details = <WebhookDetails webhook={job.webhook}>{watched}</WebhookDetails>;
  if (isSample) return details;
  return (
    <Halves>
      <Stack>
        {details}
        <JobBadgeCard jobId={job.id} jobName={job.name} badgeUrl={badgeUrl} />
      </Stack>
      <Stack>
        <JobNotificationsCard notifications={notifications} jobId={job.id} jobZone={job.timeZone} />
        <JobChanges changes={changes} version={job.version} jobId={job.id} jobZone={job.timeZone} />
      </Stack>
    </Halves>
  );
}
