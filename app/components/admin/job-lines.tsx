import { Link } from '@remix-run/react';
import { ExternalLink } from 'lucide-react';
import { JobStatusBadge } from '#app/components/job/page/job-status-badge.tsx';
import { Card } from '#app/components/ui/card.tsx';
import {
  Cell,
  HeaderCell,
  Row,
  SecondLine,
  Table,
  TableBody,
  TableHead,
} from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Time } from '#app/components/ui/time.tsx';
import { countText, plural } from '#app/format/time-format.ts';
import type { AdminJobLine, AdminJobPage } from '#app/presenters/admin/job-list.server.ts';
import { pagedAddress } from '#app/query/paged-address.ts';
import { PageTurner } from './page-turner.tsx';

interface JobLinesProps extends AdminJobPage {
  caption: string;
  /** Path of the list; its pages add a query. */
  path: string;
  /** Text of the empty list. */
  empty: string;
  /** All jobs have the same, known owner. */
  isOfOne?: boolean;
}

const wide = 'max-lg:hidden';
const middle = 'max-sm:hidden';

/** Jobs as admins see them: name, host, owner, status and counts, never their requests or responses. */
export function JobLines(props: JobLinesProps) {
  const { caption, path, empty, isOfOne = false, jobs, page, pages, countedDays } = props;
  return (
    <Card aria-label={caption}>
      {jobs.length === 0 ? (
        <EmptyState level={2} title={empty} />
      ) : (
        <>
          <Table caption={caption} className="table-fixed">
            <TableHead>
              <HeaderCell>Job</HeaderCell>
              {isOfOne ? null : <HeaderCell className={`${middle} w-[24%]`}>Owner</HeaderCell>}
              <HeaderCell className={`${wide} w-[168px]`}>Last Run</HeaderCell>
              <HeaderCell isNumber className={`${middle} w-[92px]`}>
                Successful
              </HeaderCell>
              <HeaderCell isNumber className="w-[96px] max-sm:w-[76px]">
                Failed
              </HeaderCell>
              <HeaderCell className="w-[132px] max-sm:w-[96px] sm:pl-6">Status</HeaderCell>
            </TableHead>
            <TableBody>
              {jobs.map((job) => (
                <JobLine key={job.id} job={job} isOfOne={isOfOne} />
              ))}
            </TableBody>
          </Table>
          <PageTurner page={page} pages={pages} to={(to) => pagedAddress({ path, params: {}, page: to })} />
        </>
      )}
      <p className="border-t border-border px-4 py-2.5 text-xs text-muted sm:px-5">
        Executions of the last {countedDays} days.
      </p>
    </Card>
  );
}

function JobLine({ job, isOfOne }: { job: AdminJobLine; isOfOne: boolean }) {
  const { id, name, host, ownerId, ownerEmail, status, successful, failed, failureStreak, lastRunAt } = job;
  const { failure } = job;
  return (
    <Row isTall>
      <Cell>
        <span className="flex min-w-0 items-center gap-2">
          <span className="line-clamp-2 font-semibold wrap-break-word sm:line-clamp-1" title={name}>
            {name}
          </span>
          <TemporalLink job={job} />
        </span>
        <SecondLine isMono>{host}</SecondLine>
        {failure ? (
          <p className="mb-1 text-xs wrap-anywhere">
            <span className="text-danger">{failure.reason}</span>{' '}
            <code className="text-xs text-muted">{failure.code}</code>
          </p>
        ) : null}
        {isOfOne ? null : (
          <SecondLine className="sm:hidden">
            <OwnerLink ownerId={ownerId} email={ownerEmail} />
          </SecondLine>
        )}
      </Cell>
      {isOfOne ? null : (
        <Cell className={middle}>
          <span className="block truncate">
            <OwnerLink ownerId={ownerId} email={ownerEmail} />
          </span>
          <SecondLine>Job {id}</SecondLine>
        </Cell>
      )}
      <Cell className={wide}>
        {lastRunAt === null ? <span className="text-muted">Never</span> : <Time at={lastRunAt} isColumn />}
      </Cell>
      <Cell isNumber className={middle}>
        {countText(successful)}
      </Cell>
      <Cell isNumber>
        {countText(failed)}
        {failureStreak > 0 ? <SecondLine>{plural(failureStreak, 'in a row', 'in a row')}</SecondLine> : null}
      </Cell>
      <Cell className="sm:pl-6">
        <JobStatusBadge status={status} />
      </Cell>
    </Row>
  );
}

function OwnerLink({ ownerId, email }: { ownerId: number; email: string }) {
  return <Link to={`/admin/users/${ownerId}`}>{email || `Account ${ownerId}`}</Link>;
}

function TemporalLink({ job: { name, temporalUrl } }: { job: AdminJobLine }) {
  if (temporalUrl === null) return null;
  return (
    <a
      href={temporalUrl}
      target="_blank"
      rel="noreferrer"
      aria-label={`${name} in Temporal`}
      title="Open in Temporal"
      className="grid size-6 shrink-0 place-content-center rounded-badge text-muted hover:bg-sunken hover:text-ink"
    >
      <Icon of={ExternalLink} size={14} />
    </a>
  );
}
