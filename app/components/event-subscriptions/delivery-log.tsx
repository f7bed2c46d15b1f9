import { Link } from '@remix-run/react';
import { ActButton } from '#app/components/settings/act-button.tsx';
import { Card, CardHead } from '#app/components/ui/card.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Tag } from '#app/components/ui/tag.tsx';
import { Time } from '#app/components/ui/time.tsx';
import type { EventSubscriptionPageView } from '#app/presenters/settings/event-subscriptions.server.ts';
import { testEventType } from '#domain/event-type.ts';

type Line = EventSubscriptionPageView['deliveries'][number];

const states = { pending: 'Pending', sent: 'Delivered', failed: 'Failed' };

/** The events of the last 7 days with the last response to each, newest first. */
export function DeliveryLog({
  page: { id, deliveries, next, before, state, hasPlan },
}: {
  page: EventSubscriptionPageView;
}) {
  const canResend = hasPlan && (state === 'enabled' || state === 'failing');
  return (
    <Card id="log" aria-labelledby="log-head">
      <CardHead id="log-head" title="Delivery Log" hint="The last 7 days." />
      {deliveries.length === 0 ? (
        <EmptyState title="Nothing sent yet">
          Events appear here as they happen. Send a test event to try it.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-border border-t border-border">
          {deliveries.map((line) => (
            <LogLine key={line.id} line={line} id={id} canResend={canResend} />
          ))}
        </ul>
      )}
      {next === null && before === null ? null : (
        <p className="flex flex-wrap justify-between gap-2 border-t border-border px-4 py-3 sm:px-5">
          {before === null ? <span /> : <Link to={{ search: '', hash: 'log' }}>Newest</Link>}
          {next === null ? null : <Link to={{ search: `?before=${next}`, hash: 'log' }}>Older</Link>}
        </p>
      )}
    </Card>
  );
}

function LogLine({ line, id, canResend }: { line: Line; id: number; canResend: boolean }) {
  const { type, jobId, at, kind, state, response } = line;
  return (
    <li className="grid gap-1 px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <code className="font-medium">{type}</code>
        {jobId === null ? null : <Link to={`/dashboard/jobs/${jobId}`}>Job {jobId}</Link>}
        <Time at={at} />
        {kind === null ? null : <Tag isPlain>{kind}</Tag>}
        <span className="ml-auto flex items-center gap-2">
          <span className={state === 'failed' ? 'font-medium text-danger' : undefined}>{states[state]}</span>
          {canResend && state !== 'pending' && type !== testEventType ? (
            <ActButton
              act="resend-event"
              fields={{ id: String(id), delivery: String(line.id) }}
              size="sm"
              label={`Resend ${type} ${line.id}`}
            >
              Resend
            </ActButton>
          ) : null}
        </span>
      </div>
      <p className="text-xs text-muted">
        <Attempts line={line} />
      </p>
      {response === null ? null : (
        <code className="block rounded-control bg-sunken px-2 py-1 text-xs wrap-anywhere">{response}</code>
      )}
    </li>
  );
}

function Attempts({ line: { attempts, statusCode, error, nextAt } }: { line: Line }) {
  if (attempts === 0) return <>Not sent yet.</>;
  const result = error ?? (statusCode === null ? '' : `The response was ${statusCode}.`);
  return (
    <>
      {attempts === 1 ? '1 attempt. ' : `${attempts} attempts. `}
      {result}
      {nextAt === null ? null : (
        <>
          {' '}
          The next attempt is at <Time at={nextAt} />.
        </>
      )}
    </>
  );
}
