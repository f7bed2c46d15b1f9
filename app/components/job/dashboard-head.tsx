import { Link } from '@remix-run/react';
import { CircleX, Plus, Upload } from 'lucide-react';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { PageHead } from '#app/components/ui/page-head.tsx';
import { Hour } from '#app/components/ui/time.tsx';
import { countText } from '#app/components/ui/time-format.ts';

export interface Failing {
  total: number;
  first: { id: number; name: string; streak: number; since: number | null } | null;
}

/** The heading says first what is wrong. */
export function DashboardHead({ failing, isEmpty }: { failing: Failing; isEmpty: boolean }) {
  return (
    <PageHead
      title="Dashboard"
      sub={failing.first ? <FailingLine total={failing.total} first={failing.first} /> : null}
      actions={
        <>
          <ImportLink />
          {/* An empty list has the one primary button itself. */}
          <CreateJobLink variant={isEmpty ? 'secondary' : 'primary'} />
        </>
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

export function CreateJobLink({ variant = 'primary' }: { variant?: 'primary' | 'secondary' }) {
  return (
    <ButtonLink to="/dashboard/jobs/create" variant={variant} icon={Plus}>
      Create Job
    </ButtonLink>
  );
}

function FailingLine({ total, first }: { total: number; first: NonNullable<Failing['first']> }) {
  return (
    <>
      <span className="font-semibold whitespace-nowrap text-danger">
        <Icon of={CircleX} className="mr-1.5 inline align-[-3px]" />
        {countText(total)} failing:
      </span>{' '}
      <Link to={`/dashboard/jobs/${first.id}`}>{first.name}</Link>, {countText(first.streak)} in a row
      {first.since === null ? null : (
        <>
          {' '}
          since <Hour at={first.since} />
        </>
      )}
      .
    </>
  );
}
