import { Link } from '@remix-run/react';
import { Banner } from '#app/components/ui/banner.tsx';
import { Time } from '#app/components/ui/time.tsx';
import { plural } from '#app/format/time-format.ts';
import type { IncidentLine } from '#app/presenters/incident/incident-line.ts';
import { IncidentActions } from './incident-actions.tsx';

/** The open incident of a job, on its page. */
export function IncidentBanner({ incident, timeZone }: { incident: IncidentLine; timeZone: string }) {
  const { id, startedAt, failures, acknowledgedBy, acknowledgedAt, snoozedUntil } = incident;
  return (
    <Banner
      tone="warning"
      className="flex-wrap overflow-visible max-sm:pr-4 max-sm:[&>div:first-of-type]:basis-4/5"
      action={
        <div data-chrome className="flex flex-wrap gap-2 max-sm:w-full">
          <IncidentActions incident={incident} timeZone={timeZone} />
        </div>
      }
    >
      <p className="wrap-anywhere">
        This job has been failing since <Time at={startedAt} jobZone={incident.timeZone} />:{' '}
        {plural(failures, 'failure')} in a row.
        {acknowledgedAt === null ? '' : ` Acknowledged by ${acknowledgedBy ?? 'a removed account'}.`}
        {snoozedUntil === null ? null : (
          <>
            {' '}
            Snoozed until <Time at={snoozedUntil} jobZone={incident.timeZone} />.
          </>
        )}{' '}
        <Link to={`/dashboard/incidents/${id}`} className="underline underline-offset-3">
          See the incident
        </Link>
      </p>
    </Banner>
  );
}
