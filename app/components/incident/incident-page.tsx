import { Link } from '@remix-run/react';
import { NotificationItem } from '#app/components/job/page/job-notifications.tsx';
import { Card, CardBody, CardHead, Fact, Facts } from '#app/components/ui/card.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { ButtonLink } from '#app/components/ui/input/button.tsx';
import { LedgerLine, LedgerList } from '#app/components/ui/ledger-list.tsx';
import { Halves, PageHead, Stack } from '#app/components/ui/page-head.tsx';
import { Relative, Time } from '#app/components/ui/time.tsx';
import { countText, plural } from '#app/format/time-format.ts';
import type { IncidentDetails } from '#app/presenters/incident/incident-details.server.ts';
import type { IncidentLine } from '#app/presenters/incident/incident-line.ts';
import { IncidentActions } from './incident-actions.tsx';
import { IncidentBadge } from './incident-badge.tsx';

/** One incident: its cause, what happened, its runs and its notifications. */
export function IncidentPage({
  incident,
  timeline,
  notifications,
  runsLink,
  timeZone,
}: IncidentDetails & { timeZone: string }) {
  const { jobId, jobName, status } = incident;
  return (
    <>
      <PageHead
        back={{ to: '/dashboard/incidents', label: 'Incidents' }}
        title={jobName}
        badge={<IncidentBadge incident={incident} isBesideHeading />}
        sub={
          <p>
            {incident.isFlapping ? 'This job was flapping. ' : ''}
            <Link to={`/dashboard/jobs/${jobId}`}>See the job</Link>
          </p>
        }
        actions={status === 'closed' ? null : <IncidentActions incident={incident} timeZone={timeZone} />}
      />
      <Stack>
        <IncidentFacts incident={incident} runsLink={runsLink} />
        <Halves>
          <TimelineCard incident={incident} timeline={timeline} />
          <Card aria-labelledby="incident-notifications">
            <CardHead id="incident-notifications" title="Notifications" />
            {notifications.length === 0 ? (
              <EmptyState title="No notifications" className="border-t border-border">
                <p>Nothing was sent, or it is no longer kept.</p>
              </EmptyState>
            ) : (
              <LedgerList
                olderText={(count) => plural(count, 'earlier notification')}
                lines={notifications.map((line) => (
                  <NotificationItem key={line.id} line={line} jobId={jobId} jobZone={incident.timeZone} />
                ))}
              />
            )}
          </Card>
        </Halves>
      </Stack>
    </>
  );
}

function TimelineCard({
  incident: { jobId, timeZone },
  timeline,
}: Pick<IncidentDetails, 'incident' | 'timeline'>) {
  return (
    <Card aria-labelledby="timeline">
      <CardHead id="timeline" title="Timeline" />
      <LedgerList
        olderText={(count) => plural(count, 'earlier event')}
        lines={timeline.map(({ at, text, executionId }) => (
          <LedgerLine key={`${at} ${text}`} at={at} jobZone={timeZone}>
            {executionId === null ? (
              text
            ) : (
              <>
                {text}{' '}
                <Link
                  to={`/dashboard/jobs/${jobId}/executions/${executionId}`}
                  className="underline underline-offset-3"
                >
                  See the run
                </Link>
              </>
            )}
          </LedgerLine>
        ))}
      />
    </Card>
  );
}

function IncidentFacts({ incident, runsLink }: { incident: IncidentLine; runsLink: string }) {
  const { cause, timeZone, startedAt, failures, closedAt, snoozedUntil } = incident;
  return (
    <Card aria-labelledby="cause">
      <CardHead
        id="cause"
        title="Cause"
        end={
          <ButtonLink to={runsLink} size="sm">
            Show Its Runs
          </ButtonLink>
        }
      />
      <CardBody>
        <p className="wrap-anywhere">{cause ?? 'The run failed.'}</p>
      </CardBody>
      <Facts label="Facts" className="border-t border-border">
        <Fact label="Failing since" sub={<Relative at={startedAt} />}>
          <Time at={startedAt} jobZone={timeZone} />
        </Fact>
        <Fact label="Failures in a row">{countText(failures)}</Fact>
        <Fact label="Closed">
          {closedAt === null ? 'Still failing' : <Time at={closedAt} jobZone={timeZone} />}
        </Fact>
        {snoozedUntil === null ? null : (
          <Fact label="Snoozed until" sub={<Relative at={snoozedUntil} />}>
            <Time at={snoozedUntil} jobZone={timeZone} />
          </Fact>
        )}
      </Facts>
    </Card>
  );
}
