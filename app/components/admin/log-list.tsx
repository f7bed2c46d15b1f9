import { Link } from '@remix-run/react';
import { Card } from '#app/components/ui/card.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { ButtonLink } from '#app/components/ui/input/button.tsx';
import { Time } from '#app/components/ui/time.tsx';
import { countText } from '#app/format/time-format.ts';
import type { LogPage } from '#app/presenters/admin/log-page.server.ts';
import { logAddress } from '#app/query/log-query.ts';
import { LogTypeBadge } from './log-type-badge.tsx';
import { PageTurner } from './page-turner.tsx';

/** One page of log entries, newest first. */
export function LogList({ query, entries, pages, hint }: Omit<LogPage, 'isMissing'>) {
  const { type, search, start, end } = query;
  const isNarrowed = type !== null || search !== '' || start !== null || end !== null;
  const isReversed = start !== null && end !== null && start > end;
  return (
    <Card aria-label="Entries">
      {entries.length === 0 ? (
        <EmptyState
          level={2}
          title="No logs found"
          actions={isNarrowed ? <ButtonLink to="/admin/logs">Clear Filters</ButtonLink> : null}
        >
          {isReversed
            ? 'The end date is before the start date. Choose the same day or a later one.'
            : isNarrowed
              ? 'No entries match these filters.'
              : 'Nothing has been logged yet.'}
        </EmptyState>
      ) : (
        <>
          <ol aria-label="Entries" className="[&>li+li]:border-t [&>li+li]:border-border">
            {entries.map((entry) => (
              <LogLine key={entry.id} entry={entry} />
            ))}
          </ol>
          <PageTurner page={query.page} pages={pages} to={(page) => logAddress({ ...query, page })} />
        </>
      )}
      {hint ? <p className="border-t border-border px-4 py-2.5 text-xs text-muted sm:px-5">{hint}</p> : null}
    </Card>
  );
}

function LogLine({ entry }: { entry: LogPage['entries'][number] }) {
  const { at, type, message, path, code, count, ip, userAgent, actor, subject, requestId } = entry;
  const named = [actor, subject].filter((fact) => fact !== null);
  const facts = [ip, userAgent, requestId === null ? null : `Request ${requestId}`].filter(
    (fact) => fact !== null,
  );
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-2.5 sm:flex-nowrap sm:px-5">
      <Time at={at} precision="second" isColumn className="leading-6 text-muted" />
      <div className="w-32 max-sm:ml-auto max-sm:w-auto">
        <LogTypeBadge type={type} />
      </div>
      <div className="min-w-0 flex-1 wrap-anywhere max-sm:basis-full">
        <p className="leading-6">
          {message}
          {count > 1 ? <span className="ml-2 font-semibold">{countText(count)} times</span> : null}
        </p>
        <p className="flex flex-wrap gap-x-3 text-xs text-muted">
          <code className="text-xs">{code}</code>
          {path ? <code className="text-xs">{path}</code> : null}
          {named.map(({ text, to }) =>
            to === null ? (
              <span key={text}>{text}</span>
            ) : (
              <Link key={text} to={to}>
                {text}
              </Link>
            ),
          )}
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      </div>
    </li>
  );
}
