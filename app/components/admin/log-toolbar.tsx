import { Form } from '@remix-run/react';
import { Calendar } from 'lucide-react';
import { cn } from '#app/components/ui/cn.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { buttonStyle } from '#app/components/ui/input/button-style.ts';
import { Button, ButtonLink } from '#app/components/ui/input/button.tsx';
import { Field } from '#app/components/ui/input/field.tsx';
import { Input, SearchInput } from '#app/components/ui/input/input.tsx';
import { Select } from '#app/components/ui/input/select.tsx';
import { DetailsMenu } from '#app/components/ui/overlay/details-menu.tsx';
import { dayText } from '#app/presenters/execution/day-outcomes.ts';
import { logAddress, type LogQuery } from '#app/query/log-query.ts';
import { securityEventTypes } from '#domain/security-event.ts';
import { useFilterForm } from './use-filter-form.ts';

/** Type, search and date filters of the log, as GET forms; each form keeps the values of the others. */
export function LogToolbar({ query }: { query: LogQuery }) {
  return (
    <div className="mb-3.5 flex flex-wrap items-center gap-2">
      <Filters query={query} />
      <DateRange query={query} />
    </div>
  );
}

function Filters({ query: { type, search, start, end } }: { query: LogQuery }) {
  const form = useFilterForm({ type: type ?? '', query: search });
  return (
    <Form
      ref={form}
      role="search"
      aria-label="Log"
      className="flex flex-wrap items-center gap-2 max-sm:w-full"
    >
      <Kept fields={{ start, end }} />
      <Select name="type" aria-label="Log type" defaultValue={type ?? ''} className="w-44 max-sm:w-full">
        <option value="">All types</option>
        {securityEventTypes.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </Select>
      <SearchInput
        name="query"
        label="Search logs"
        placeholder="Search logs..."
        words={search}
        maxLength={200}
        className="w-72 max-sm:w-full"
      />
      <Button type="submit" className="max-sm:w-full">
        Apply Filters
      </Button>
    </Form>
  );
}

/** A panel that also opens without JavaScript. */
function DateRange({ query: { type, search, start, end } }: { query: LogQuery }) {
  const words = rangeWords({ start, end });
  return (
    <DetailsMenu
      label="Date Range"
      className="max-sm:w-full"
      opener={
        <>
          <Icon of={Calendar} />
          {words ?? 'Date Range'}
        </>
      }
      openerClassName={cn(buttonStyle({}), 'w-full')}
      panelClassName="w-72 p-4 max-sm:right-auto max-sm:left-0"
    >
      <Form method="get" action="/admin/logs" className="grid gap-3">
        <Kept fields={{ type, query: search || null }} />
        <Field label="Start Date" id="log-start">
          <Input id="log-start" type="date" name="start" defaultValue={start ?? ''} key={start} />
        </Field>
        <Field label="End Date" id="log-end">
          <Input id="log-end" type="date" name="end" defaultValue={end ?? ''} key={end} />
        </Field>
        <p className="text-xs text-muted">Days in UTC, both inclusive.</p>
        <div className="flex gap-2 *:flex-1">
          {words ? (
            <ButtonLink to={logAddress({ type, search, start: null, end: null })}>Clear Dates</ButtonLink>
          ) : null}
          <Button type="submit" variant="primary">
            Apply
          </Button>
        </div>
      </Form>
    </DetailsMenu>
  );
}

function rangeWords({ start, end }: Pick<LogQuery, 'start' | 'end'>): string | null {
  if (start && end) return start === end ? dayText(start) : `${dayText(start)} to ${dayText(end)}`;
  if (start) return `From ${dayText(start)}`;
  return end && `Until ${dayText(end)}`;
}

function Kept({ fields }: { fields: Record<string, string | null> }) {
  return Object.entries(fields).map(([name, value]) =>
    value === null ? null : <input key={name} type="hidden" name={name} value={value} />,
  );
}
