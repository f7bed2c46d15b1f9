import { Link } from '@remix-run/react';
import { Ellipsis, Pencil, RotateCw } from 'lucide-react';
import { DeleteJobButton } from '#app/components/job/delete-job-button.tsx';
import { JobStatusBadge } from '#app/components/job/job-status-badge.tsx';
import { RunNowButton } from '#app/components/job/run-now-button.tsx';
import { StatusToggle, useShownStatus } from '#app/components/job/status-toggle.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { buttonStyle } from '#app/components/ui/button-style.ts';
import { DetailsMenu, menuLine } from '#app/components/ui/details-menu.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { PageHead } from '#app/components/ui/page-head.tsx';
import { StatusBadge } from '#app/components/ui/status-badge.tsx';
import type { JobDetail } from '#app/presenters/job-detail.ts';

/** Name, state, sentence, and what can be done with the job. */
export function JobHead({ job }: { job: JobDetail }) {
  const status = useShownStatus({ ...job, from: 'job' });
  return (
    <PageHead
      back={{ to: '/dashboard', label: 'Dashboard' }}
      title={job.name}
      badge={
        <>
          <JobStatusBadge status={status} isBesideHeading />
          {job.isSyncing ? (
            <StatusBadge tone="info" icon={RotateCw} isBesideHeading>
              Syncing
            </StatusBadge>
          ) : null}
        </>
      }
      sub={<Sub job={job} />}
      actions={
        <>
          <StatusToggle job={job} from="job" />
          <ButtonLink to={`/dashboard/jobs/${job.id}/edit`} icon={Pencil} className="max-sm:hidden">
            Edit Job
          </ButtonLink>
          <RunNowButton jobId={job.id} isActive={status === 'active'} />
          <DetailsMenu
            label="More actions"
            className="size-9 touch:size-11"
            opener={<Icon of={Ellipsis} />}
            openerClassName={buttonStyle({ size: 'icon' })}
          >
            <Link to={`/dashboard/jobs/${job.id}/edit`} className={`${menuLine} sm:hidden`}>
              <Icon of={Pencil} />
              Edit Job
            </Link>
            <DeleteJobButton job={job} />
          </DetailsMenu>
        </>
      }
    />
  );
}

function Sub({ job }: { job: JobDetail }) {
  return (
    <>
      <p>
        {job.cron === null
          ? 'No schedule: this job runs by hand or by the API.'
          : `${job.schedule}, ${job.timeZone}.`}
        {job.pauseReason === null ? null : ` Paused: ${job.pauseReason}.`}
      </p>
      {job.description ? (
        <p className="mt-1 max-w-prose whitespace-pre-line text-ink">{job.description}</p>
      ) : null}
    </>
  );
}
