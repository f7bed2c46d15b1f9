import { Link } from '@remix-run/react';
import { CopyPlus, Ellipsis, Pencil, Play, RotateCw } from 'lucide-react';
import { StatusToggle, useShownStatus } from '#app/components/job/list/status-toggle.tsx';
import { DeleteJobButton } from '#app/components/job/page/delete-job-button.tsx';
import { JobStatusBadge } from '#app/components/job/page/job-status-badge.tsx';
import { PauseEnd } from '#app/components/job/page/pause-end.tsx';
import { PauseUntil } from '#app/components/job/page/pause-until.tsx';
import { RunNowButton } from '#app/components/job/page/run-now-button.tsx';
import { useJobKeys } from '#app/components/job/page/use-job-keys.ts';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { buttonStyle } from '#app/components/ui/input/button-style.ts';
import { ButtonLink } from '#app/components/ui/input/button.tsx';
import { DetailsMenu, menuLine, menuRule } from '#app/components/ui/overlay/details-menu.tsx';
import { Disclosure } from '#app/components/ui/overlay/disclosure.tsx';
import { PageHead } from '#app/components/ui/page-head.tsx';
import { StatusBadge } from '#app/components/ui/status-badge.tsx';
import { Chip } from '#app/components/ui/tag.tsx';
import { Time } from '#app/components/ui/time.tsx';
import type { JobDetail } from '#app/presenters/job/job-detail.ts';

interface JobHeadProps {
  job: JobDetail;
  /** Reason why all actions are disabled. */
  disabledReason?: string | undefined;
}

/** Name, status, schedule sentence and actions of a job. */
export function JobHead({ job, disabledReason }: JobHeadProps) {
  const status = useShownStatus(job);
  const editTo = `/dashboard/jobs/${job.id}/edit`;
  useJobKeys();
  return (
    <PageHead
      back={{ to: '/dashboard', label: 'Dashboard' }}
      title={job.name}
      badge={
        <>
          <JobStatusBadge
            status={status}
            hint={
              status === 'paused' && job.pausedUntil !== null ? (
                <PauseEnd at={job.pausedUntil} jobZone={job.timeZone} />
              ) : null
            }
            isBesideHeading
          />
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
          <StatusToggle job={job} disabledReason={disabledReason} />
          {status === 'active' && !disabledReason ? (
            <PauseUntil jobId={job.id} jobZone={job.timeZone} />
          ) : null}
          <ButtonLink
            data-act="edit"
            to={editTo}
            icon={Pencil}
            className="max-sm:hidden"
            disabledReason={disabledReason}
          >
            Edit Job
          </ButtonLink>
          <RunNowButton jobId={job.id} isActive={status === 'active'} disabledReason={disabledReason} />
          {disabledReason ? null : <MoreActions job={job} editTo={editTo} isActive={status === 'active'} />}
        </>
      }
    />
  );
}

interface MoreActionsProps {
  job: JobDetail;
  editTo: string;
  isActive: boolean;
}

function MoreActions({ job, editTo, isActive }: MoreActionsProps) {
  const { curl } = job.webhook;
  return (
    <DetailsMenu
      label="More actions"
      className="size-9 touch:size-11"
      opener={<Icon of={Ellipsis} />}
      openerClassName={buttonStyle({ size: 'icon' })}
    >
      <Link to={editTo} className={`${menuLine} sm:hidden`}>
        <Icon of={Pencil} />
        Edit Job
      </Link>
      {isActive ? null : (
        <Link to={`${editTo}#test-run`} className={`${menuLine} sm:hidden`}>
          <Icon of={Play} />
          Test Run
        </Link>
      )}
      <Link to={`/dashboard/jobs/create?from=${job.id}`} className={menuLine}>
        <Icon of={CopyPlus} />
        Duplicate
      </Link>
      {curl === null ? null : (
        <CopyButton
          text={curl}
          word="Copy as cURL"
          variant="plain"
          className={`${menuLine} justify-start border-0 font-normal`}
        />
      )}
      <div className={menuRule} />
      <DeleteJobButton job={job} />
    </DetailsMenu>
  );
}

function Sub({ job }: { job: JobDetail }) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <p>
          {job.cron === null
            ? 'No schedule. Run this job manually or through the API.'
            : `${job.schedule}, ${job.timeZone}.`}
          {job.pauseReason === null ? null : ` Paused: ${job.pauseReason}.`}
          {job.pausedUntil === null ? null : (
            <>
              {' '}
              Paused until <Time at={job.pausedUntil} jobZone={job.timeZone} />.
            </>
          )}
        </p>
        {job.tags.length > 0 ? (
          <ul aria-label="Tags" className="flex min-w-0 flex-wrap gap-1.5">
            {job.tags.map((tag) => (
              <li key={tag} className="max-w-full">
                <Chip>{tag}</Chip>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      {job.description ? <Description text={job.description} /> : null}
    </>
  );
}

// About three lines: a longer text would push everything else off the screen.
const longestInSight = 240;

function Description({ text }: { text: string }) {
  const words = <p className="mt-1 max-w-prose wrap-anywhere whitespace-pre-line text-ink">{text}</p>;
  const isShort = text.length <= longestInSight && text.split('\n').length <= 3;
  return isShort ? words : <Disclosure summary="Description">{words}</Disclosure>;
}
