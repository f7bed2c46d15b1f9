import { Link } from '@remix-run/react';
import { Ellipsis, Pencil, RotateCw } from 'lucide-react';
import { DeleteJobButton } from '#app/components/job/delete-job-button.tsx';
import { JobStatusBadge } from '#app/components/job/job-status-badge.tsx';
import { RunNowButton } from '#app/components/job/run-now-button.tsx';
import { StatusToggle, useShownStatus } from '#app/components/job/status-toggle.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { buttonStyle } from '#app/components/ui/button-style.ts';
import { DetailsMenu, menuLine } from '#app/components/ui/details-menu.tsx';
import { Disclosure } from '#app/components/ui/disclosure.tsx';
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
      {job.description ? <Description text={job.description} /> : null}
    </>
  );
}

// Three lines at most; a longer text would push everything else off the screen.
const longestInSight = 240;

function Description({ text }: { text: string }) {
  const words = <p className="mt-1 max-w-prose wrap-anywhere whitespace-pre-line text-ink">{text}</p>;
  const isShort = text.length <= longestInSight && text.split('\n').length <= 3;
  return isShort ? words : <Disclosure summary="Description">{words}</Disclosure>;
}
