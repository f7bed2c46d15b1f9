import { Form, Link } from '@remix-run/react';
import { PageTurner } from '#app/components/admin/page-turner.tsx';
import { useFilterForm } from '#app/components/admin/use-filter-form.ts';
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
import { Button, ButtonLink } from '#app/components/ui/input/button.tsx';
import { SearchInput } from '#app/components/ui/input/input.tsx';
import { Select } from '#app/components/ui/input/select.tsx';
import { Tag } from '#app/components/ui/tag.tsx';
import { Time } from '#app/components/ui/time.tsx';
import { countText } from '#app/format/time-format.ts';
import type { IncidentLine } from '#app/presenters/incident/incident-line.ts';
import type { IncidentListPage } from '#app/presenters/incident/incident-list.server.ts';
import { pagedAddress } from '#app/query/paged-address.ts';
import { IncidentBadge } from './incident-badge.tsx';

const path = '/dashboard/incidents';
const wide = 'max-lg:hidden';
const middle = 'max-sm:hidden';

/** Search and filter of the incidents, as one GET form. */
export function IncidentToolbar({ query: { search, status } }: Pick<IncidentListPage, 'query'>) {
  const form = useFilterForm({ search, status });
  return (
    <Form
      ref={form}
      role="search"
      aria-label="Incidents"
      className="mb-3.5 flex flex-wrap items-center gap-2"
    >
      <SearchInput
        name="search"
        label="Search incidents by job"
        placeholder="Name of a job"
        words={search}
        maxLength={200}
        className="w-72 max-sm:w-full"
      />
      <Select name="status" aria-label="Status" defaultValue={status} className="w-44 max-sm:grow">
        <option value="">All incidents</option>
        <option value="open">Open</option>
        <option value="acknowledged">Acknowledged</option>
        <option value="closed">Closed</option>
      </Select>
      <Button type="submit" className="max-sm:grow">
        Search
      </Button>
    </Form>
  );
}

/** One page of incidents. */
export function IncidentList({ query, incidents, page, pages }: IncidentListPage) {
  if (incidents.length === 0) return <NoIncidents query={query} />;
  return (
    <Card aria-label="Incidents">
      <Table caption="Incidents" className="table-fixed">
        <TableHead>
          <HeaderCell>Job</HeaderCell>
          <HeaderCell className={`${middle} w-[176px]`}>Opened</HeaderCell>
          <HeaderCell className={`${wide} w-[176px]`}>Closed</HeaderCell>
          <HeaderCell isNumber className={`${middle} w-[92px]`}>
            Failures
          </HeaderCell>
          <HeaderCell className="w-[148px] max-sm:w-[136px]">Status</HeaderCell>
        </TableHead>
        <TableBody>
          {incidents.map((incident) => (
            <IncidentRow key={incident.id} incident={incident} />
          ))}
        </TableBody>
      </Table>
      <PageTurner page={page} pages={pages} to={(to) => pagedAddress({ path, params: query, page: to })} />
    </Card>
  );
}

function NoIncidents({ query: { search, status } }: Pick<IncidentListPage, 'query'>) {
  const isNarrowed = search !== '' || (status !== '' && status !== 'open');
  return (
    <Card aria-label="Incidents">
      {isNarrowed ? (
        <EmptyState
          level={2}
          title="No incidents found"
          actions={<ButtonLink to={path}>Clear Filters</ButtonLink>}
        />
      ) : (
        <EmptyState level={2} title="All Clear">
          <p>None of your jobs has an open incident. If one starts to fail, you will find it here.</p>
        </EmptyState>
      )}
    </Card>
  );
}

function IncidentRow({ incident }: { incident: IncidentLine }) {
  const { id, jobName, timeZone, openedAt, closedAt, failures, cause, isFlapping } = incident;
  return (
    <Row isTall>
      <Cell>
        <Link
          to={`${path}/${id}`}
          className="block truncate font-semibold text-ink no-underline hover:text-brand hover:underline"
        >
          {jobName}
        </Link>
        <SecondLine>
          <span className="sm:hidden">
            <Time at={openedAt} jobZone={timeZone} />.{' '}
          </span>
          {cause ?? 'Failed'}
        </SecondLine>
      </Cell>
      <Cell className={middle}>
        <Time at={openedAt} jobZone={timeZone} isColumn />
      </Cell>
      <Cell className={wide}>
        {closedAt === null ? (
          <span className="text-muted">Still failing</span>
        ) : (
          <Time at={closedAt} jobZone={timeZone} isColumn />
        )}
      </Cell>
      <Cell isNumber className={middle}>
        {countText(failures)}
      </Cell>
      <Cell>
        <IncidentBadge incident={incident} />
        {isFlapping ? (
          <div>
            <Tag isPlain>Flapping</Tag>
          </div>
        ) : null}
      </Cell>
    </Row>
  );
}
