import { Form, useLocation, useNavigation, useSubmit } from '@remix-run/react';
import { Calendar, Download } from 'lucide-react';
import { useId } from 'react';
import { DownloadLink } from '#app/components/transfer/download-link.tsx';
import { cn } from '#app/components/ui/cn.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { buttonStyle } from '#app/components/ui/input/button-style.ts';
import { Button } from '#app/components/ui/input/button.tsx';
import { Field } from '#app/components/ui/input/field.tsx';
import { Input, SearchInput } from '#app/components/ui/input/input.tsx';
import { groove, slip, slipSize } from '#app/components/ui/input/segments.tsx';
import { DetailsMenu } from '#app/components/ui/overlay/details-menu.tsx';
import { Chip } from '#app/components/ui/tag.tsx';
import { useOwnLinks } from '#app/components/ui/use-own-links.ts';
import { hourText } from '#app/format/heat-words.ts';
import { cityOf } from '#app/format/time-format.ts';
import { dayText } from '#app/presenters/execution/day-outcomes.ts';
import {
  jobSearch,
  searchAfterPath,
  searchWith,
  type ExecutionFilter,
  type HistoryQuery,
} from '#app/query/history-address.ts';

const filters: { value: ExecutionFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'success', label: 'Success' },
  { value: 'failed', label: 'Failed' },
  { value: 'running', label: 'Running' },
  { value: 'not_run', label: 'Not run' },
];

interface FiltersProps {
  query: HistoryQuery;
  jobId: number;
}

/** Search, status and date filters of the history, kept in the address, and its export. */
export function HistoryFilters({ query, jobId }: FiltersProps) {
  const search = useAskedSearch({ jobId });
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2 max-sm:w-full">
      <SearchBox query={query} jobId={jobId} />
      <StatusLinks query={query} jobId={jobId} />
      <DateRange query={query} jobId={jobId} />
      <DownloadLink
        to={`/dashboard/jobs/${jobId}/executions.csv${exportSearch(search)}`}
        label="Export as CSV"
        size="icon"
        icon={Download}
      />
    </div>
  );
}

function exportSearch(search: string): string {
  return searchAfterPath({
    search: jobSearch(search),
    changes: { shown: null, cursor: null, reveal: null },
  });
}

/** Search part of the address that the filters show: a choice applies at the click, before its response. */
function useAskedSearch({ jobId }: Pick<FiltersProps, 'jobId'>): string {
  const { search } = useLocation();
  const { location: next } = useNavigation();
  return next?.pathname === `/dashboard/jobs/${jobId}` ? next.search : search;
}

/** Hidden fields that keep the other filters in each form. */
function Kept({ query, jobId, but }: FiltersProps & { but: readonly string[] }) {
  const asked = new URLSearchParams(useAskedSearch({ jobId }));
  const hasTime = ['start', 'end', 'weekday', 'hour'].some((name) => asked.has(name) && !but.includes(name));
  const fields = {
    status: asked.get('status'),
    search: asked.get('search'),
    start: asked.get('start'),
    end: asked.get('end'),
    weekday: asked.get('weekday'),
    hour: asked.get('hour'),
    zone: hasTime ? (asked.get('zone') ?? query.zone) : null,
  };
  return Object.entries(fields).map(([name, value]) =>
    but.includes(name) || value === null || value === '' ? null : (
      <input key={name} type="hidden" name={name} value={value} />
    ),
  );
}

function SearchBox({ query, jobId }: FiltersProps) {
  const submit = useSubmit();
  const isSearched = new URLSearchParams(useAskedSearch({ jobId })).has('search');
  return (
    <Form
      role="search"
      method="get"
      action={`/dashboard/jobs/${jobId}`}
      preventScrollReset
      className="max-sm:w-full sm:w-50"
    >
      <SearchInput
        label="Search executions"
        name="search"
        placeholder="Id, status code, text"
        words={query.search}
        maxLength={200}
        onChange={(event) => {
          // The field's clear button submits without Enter.
          if (event.currentTarget.value === '' && isSearched)
            submit(event.currentTarget.form, { preventScrollReset: true });
        }}
      />
      <Kept query={query} jobId={jobId} but={['search']} />
      <button type="submit" className="sr-only">
        Search
      </button>
    </Form>
  );
}

function StatusLinks({ query, jobId }: FiltersProps) {
  const search = useAskedSearch({ jobId });
  const onOwnLink = useOwnLinks({ preventScrollReset: true });
  return (
    <nav aria-label="Filter executions" className={cn(groove, 'max-sm:w-full')}>
      {filters.map(({ value, label }) => (
        <a
          key={value}
          href={`/dashboard/jobs/${jobId}${addressOf({ search, value })}`}
          onClick={onOwnLink}
          aria-current={value === query.filter ? 'true' : undefined}
          className={cn(slip, slipSize.md, 'max-sm:flex-1 max-sm:px-1')}
        >
          {label}
        </a>
      ))}
    </nav>
  );
}

function addressOf({ search, value }: { search: string; value: ExecutionFilter }): string {
  const changes = { status: value === 'all' ? null : value, shown: null, cursor: null };
  return searchAfterPath({ search, changes });
}

/** A panel that also opens without JavaScript. */
function DateRange({ query, jobId }: FiltersProps) {
  const { start, end, weekday, hour, zone } = query;
  const own = weekday === null && hour === null ? ['start', 'end', 'zone'] : ['start', 'end'];
  const id = useId();
  return (
    <DetailsMenu
      label="Date Range"
      className="max-sm:flex-1"
      opener={
        <>
          <Icon of={Calendar} />
          Date Range
        </>
      }
      openerClassName={cn(buttonStyle({}), 'w-full')}
      panelClassName="w-72 p-4 max-sm:right-auto max-sm:left-0"
    >
      <Form method="get" action={`/dashboard/jobs/${jobId}`} preventScrollReset className="grid gap-3">
        <Kept query={query} jobId={jobId} but={own} />
        <Field label="Start Date" id={`${id}-start`}>
          <Input id={`${id}-start`} type="date" name="start" defaultValue={start ?? ''} key={start} />
        </Field>
        <Field label="End Date" id={`${id}-end`}>
          <Input id={`${id}-end`} type="date" name="end" defaultValue={end ?? ''} key={end} />
        </Field>
        <p className="text-xs text-muted">Days in {cityOf(zone)}, both included.</p>
        <Button type="submit" variant="primary">
          Apply
        </Button>
      </Form>
    </DetailsMenu>
  );
}

/** Active filters, each with a button to remove it. */
export function HistoryChips({ query, jobId }: FiltersProps) {
  const search = useAskedSearch({ jobId });
  const { start, end, weekday, hour, zone } = query;
  const hasRange = start !== null || end !== null;
  const hasHours = weekday !== null || hour !== null;
  const without = (...names: string[]) =>
    searchWith({
      search,
      changes: Object.fromEntries([...names, 'shown', 'cursor'].map((name) => [name, null])),
    });
  if (query.search === '' && !hasRange && !hasHours) return null;
  return (
    <div className="flex flex-wrap gap-2 px-4 pb-3 sm:px-5">
      {query.search === '' ? null : <Chip removeTo={without('search')}>“{query.search}”</Chip>}
      {hasHours ? (
        <Chip removeTo={without('weekday', 'hour', ...(hasRange ? [] : ['zone']))}>
          {hoursText({ weekday, hour })}, {cityOf(zone)}
        </Chip>
      ) : null}
      {hasRange ? (
        <Chip removeTo={without('start', 'end', ...(hasHours ? [] : ['zone']))}>
          {rangeText({ start, end })}, {cityOf(zone)}
        </Chip>
      ) : null}
    </div>
  );
}

/** "Tuesdays, 09:00 to 10:00" */
function hoursText({ weekday, hour }: Pick<HistoryQuery, 'weekday' | 'hour'>): string {
  const day = weekday === null ? 'Every day' : `${weekday.charAt(0).toUpperCase()}${weekday.slice(1)}s`;
  return hour === null ? day : `${day}, ${hourText(hour)}`;
}

function rangeText({ start, end }: Pick<HistoryQuery, 'start' | 'end'>): string {
  if (start !== null && start === end) return dayText(start);
  if (start === null) return `until ${dayText(end ?? '')}`;
  return end === null ? `from ${dayText(start)}` : `${dayText(start)} to ${dayText(end)}`;
}
