import { Link } from '@remix-run/react';
import { CircleX, Plus, Upload } from 'lucide-react';
import { Fragment } from 'react';
import { Icon } from '#app/components/ui/icon.tsx';
import { ButtonLink } from '#app/components/ui/input/button.tsx';
import { PageHead } from '#app/components/ui/page-head.tsx';
import { Hour } from '#app/components/ui/time.tsx';
import { countText } from '#app/format/time-format.ts';

interface FailingJob {
  id: number;
  name: string;
  streak: number;
  since: number | null;
}

export interface FailingJobsLine {
  total: number;
  /** The first of them, longest failing first. */
  jobs: readonly FailingJob[];
}

const failingList = '/dashboard?filter=active&result=failed';

/** Heading that reports failing jobs first. */
export function DashboardHead({ failing, isEmpty }: { failing: FailingJobsLine; isEmpty: boolean }) {
  return (
    <PageHead
      title="Dashboard"
      sub={failing.jobs.length > 0 ? <FailingLine {...failing} /> : null}
      // An empty list has these buttons itself.
      actions={
        isEmpty ? null : (
          <>
            <ImportLink />
            <CreateJobLink />
          </>
        )
      }
    />
  );
}

export function ImportLink() {
  return (
    <ButtonLink to="/dashboard/import" icon={Upload}>
      Import
    </ButtonLink>
  );
}

export function CreateJobLink() {
  return (
    <ButtonLink to="/dashboard/jobs/create" variant="primary" icon={Plus}>
      Create Job
    </ButtonLink>
  );
}

function FailingLine({ total, jobs }: FailingJobsLine) {
  return (
    <>
      <Link to={failingList} className="font-semibold whitespace-nowrap text-danger">
        <Icon of={CircleX} className="mr-1.5 inline align-[-3px]" />
        {countText(total)} failing
      </Link>
      :{' '}
      {jobs.map((job, index) => (
        <Fragment key={job.id}>
          {index > 0 ? '; ' : null}
          <Streak job={job} />
        </Fragment>
      ))}
      {total > jobs.length ? (
        <>
          ; <Link to={failingList}>and {countText(total - jobs.length)} more</Link>
        </>
      ) : null}
      .
    </>
  );
}

function Streak({ job: { id, name, streak, since } }: { job: FailingJob }) {
  return (
    <>
      <Link to={`/dashboard/jobs/${id}`}>{name}</Link>, {countText(streak)} in a row
      {since === null ? null : (
        <>
          {' '}
          since <Hour at={since} />
        </>
      )}
    </>
  );
}
