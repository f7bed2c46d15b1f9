import { Link } from '@remix-run/react';
import { CircleCheck, CircleX, Clock, RotateCw } from 'lucide-react';
import { PageTurner } from '#app/components/admin/page-turner.tsx';
import { Card, CardHead } from '#app/components/ui/card.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { LedgerLine } from '#app/components/ui/ledger-list.tsx';
import { StatusBadge } from '#app/components/ui/status-badge.tsx';
import { Relative } from '#app/components/ui/time.tsx';
import { plural } from '#app/format/time-format.ts';
import type { ChannelPage, DeliveryLine } from '#app/presenters/settings/channels.server.ts';

/** The notifications of a channel, newest first. */
export function ChannelLog({
  channelId,
  log: { lines, page, pages },
}: {
  channelId: number;
  log: ChannelPage['log'];
}) {
  return (
    <Card aria-labelledby="log-head">
      <CardHead id="log-head" title="Deliveries" />
      {lines.length === 0 ? (
        <EmptyState
          title={page > 1 ? 'No deliveries on this page' : 'No deliveries yet'}
          className="border-t border-border"
        >
          <p>Notifications of jobs that notify this channel appear here.</p>
        </EmptyState>
      ) : (
        <ol className="border-t border-control [&>li+li]:border-t [&>li+li]:border-border">
          {lines.map((line) => (
            <LogLine key={line.id} line={line} />
          ))}
        </ol>
      )}
      {pages > 1 ? (
        <PageTurner
          page={page}
          pages={pages}
          to={(to) => `/dashboard/settings/channels/${channelId}?page=${to}`}
        />
      ) : null}
    </Card>
  );
}

function LogLine({ line }: { line: DeliveryLine }) {
  const { jobId, jobName, executionId, rule, enqueuedAt, attempts, error, nextAt, response } = line;
  return (
    <LedgerLine at={enqueuedAt} jobZone="UTC" end={<LogState line={line} />}>
      <p>
        <Link
          to={
            executionId === null
              ? `/dashboard/jobs/${jobId}`
              : `/dashboard/jobs/${jobId}/executions/${executionId}`
          }
          className="no-underline hover:underline"
        >
          {rule}: {jobName}
        </Link>
      </p>
      {error === null ? null : (
        <p className="text-xs text-muted">
          {error}
          {attempts > 1 ? ` ${plural(attempts, 'attempt')}.` : ''}
          {nextAt === null ? null : (
            <>
              {' '}
              Next attempt <Relative at={nextAt} />.
            </>
          )}
        </p>
      )}
      {response === null ? null : (
        <p className="text-xs wrap-anywhere text-muted">Its response: {response}</p>
      )}
    </LedgerLine>
  );
}

function LogState({ line: { state, attempts, statusCode } }: { line: DeliveryLine }) {
  if (state === 'pending')
    return (
      <StatusBadge tone="info" icon={attempts > 0 ? RotateCw : Clock}>
        {attempts > 0 ? 'Retrying' : 'Waiting'}
      </StatusBadge>
    );
  const isSent = state === 'sent';
  return (
    <StatusBadge tone={isSent ? 'success' : 'danger'} icon={isSent ? CircleCheck : CircleX}>
      {isSent ? 'Sent' : 'Not Delivered'}
      {statusCode === null ? '' : `, ${statusCode}`}
    </StatusBadge>
  );
}
