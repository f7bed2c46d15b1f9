import { Link } from '@remix-run/react';
import { CircleCheck, CircleX, Clock, RotateCw } from 'lucide-react';
import { TestNotificationButton } from '#app/components/job/test-run/test-notification-button.tsx';
import { Card, CardHead } from '#app/components/ui/card.tsx';
import { ButtonLink } from '#app/components/ui/input/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { LedgerLine, LedgerList } from '#app/components/ui/ledger-list.tsx';
import { StatusBadge } from '#app/components/ui/status-badge.tsx';
import { Relative } from '#app/components/ui/time.tsx';
import { plural } from '#app/format/time-format.ts';
import type { JobNotifications, NotificationLine } from '#app/presenters/job/job-notifications.server.ts';

interface JobNotificationsProps {
  notifications: JobNotifications;
  jobId: number;
  jobZone: string;
}

/** Notifications of a job, each with channel and result. */
export function JobNotificationsCard({
  notifications: { notification, notified, destination, lines },
  jobId,
  jobZone,
}: JobNotificationsProps) {
  const test =
    destination === null ? (
      <ButtonLink to="/dashboard/settings/channels">Test a Channel</ButtonLink>
    ) : (
      <TestNotificationButton jobId={jobId} />
    );
  return (
    <Card aria-labelledby="notifications">
      <CardHead id="notifications" title="Notifications" hint={notification} />
      <NotifiedChannelsList notified={notified} />
      {lines.length === 0 ? (
        <EmptyState title="No notifications yet" className="border-t border-border" actions={test}>
          {notification === 'never' ? (
            <p>
              This job sends no notifications. Choose a frequency when you{' '}
              <Link to={`/dashboard/jobs/${jobId}/edit`} className="underline underline-offset-3">
                edit it
              </Link>
              .
            </p>
          ) : (
            <p className="wrap-anywhere">
              Notifications sent to {destination ?? 'these channels'} appear here.
            </p>
          )}
        </EmptyState>
      ) : (
        <>
          <LedgerList
            olderText={(count) => plural(count, 'earlier notification')}
            lines={lines.map((line) => (
              <NotificationItem key={line.id} line={line} jobId={jobId} jobZone={jobZone} />
            ))}
          />
          <div className="flex justify-end border-t border-border px-4 py-3 sm:px-5">{test}</div>
        </>
      )}
    </Card>
  );
}

/** The channels that hear of the job, and why. */
function NotifiedChannelsList({ notified }: Pick<JobNotifications, 'notified'>) {
  if (notified.length === 0) return null;
  return (
    <ul className="grid gap-1.5 border-t border-border px-4 py-3 sm:px-5">
      {notified.map(({ channels, reason, isMuted, changeTo }) => (
        <li key={reason + channels} className="wrap-anywhere">
          {isMuted ? 'Not notified' : 'Notified'}: {channels}, {reason}.
          {isMuted
            ? ' Notify is set to Never, so they are only notified when Punctual pauses the job.'
            : null}{' '}
          <Link to={changeTo} className="underline underline-offset-3">
            Change<span className="sr-only"> notifications</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** One notification with its channel and state. */
export function NotificationItem({
  line,
  jobId,
  jobZone,
}: {
  line: NotificationLine;
  jobId: number;
  jobZone: string;
}) {
  return (
    <LedgerLine at={line.enqueuedAt} jobZone={jobZone} end={<NotificationStateText line={line} />}>
      <p>
        {line.executionId === null ? (
          line.rule
        ) : (
          <Link
            to={`/dashboard/jobs/${jobId}/executions/${line.executionId}`}
            className="no-underline hover:underline"
          >
            {line.rule}
            <span className="sr-only">, view its execution</span>
          </Link>
        )}
      </p>
      <p className="text-xs text-muted">
        {line.channel} to {line.destination}
        {line.attempts > 1 ? `, ${plural(line.attempts, 'attempt')}` : ''}
      </p>
      {line.error === null ? null : (
        <p className="text-xs text-muted">
          {line.error}
          {line.nextAt === null ? null : (
            <>
              {' '}
              Next attempt <Relative at={line.nextAt} />.
            </>
          )}
        </p>
      )}
      {line.response === null ? null : (
        <p className="text-xs wrap-anywhere text-muted">Its response: {line.response}</p>
      )}
    </LedgerLine>
  );
}

function NotificationStateText({ line: { state, attempts } }: { line: NotificationLine }) {
  if (state === 'sent') {
    return (
      <StatusBadge tone="success" icon={CircleCheck}>
        Sent
      </StatusBadge>
    );
  }
  if (state === 'failed') {
    return (
      <StatusBadge tone="danger" icon={CircleX}>
        Not Delivered
      </StatusBadge>
    );
  }
  return (
    <StatusBadge tone="info" icon={attempts > 0 ? RotateCw : Clock}>
      {attempts > 0 ? 'Retrying' : 'Waiting'}
    </StatusBadge>
  );
}
