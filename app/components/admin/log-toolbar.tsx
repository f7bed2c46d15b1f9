import { Form } from '@remix-run/react';
import { Button } from '#app/components/ui/button.tsx';
import { SearchInput } from '#app/components/ui/input.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { securityEventTypes } from '#domain/security-event.ts';
import type { LogQuery } from './log-query.ts';
import { useFilterForm } from './use-filter-form.ts';

/** Type and search of the log: one GET form, sent by Enter or Apply Filters. */
export function LogToolbar({ query: { type, search } }: { query: LogQuery }) {
  const form = useFilterForm({ type: type ?? '', query: search });
  return (
    <Form ref={form} role="search" aria-label="Log" className="mb-3.5 flex flex-wrap items-center gap-2">
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
        defaultValue={search}
        maxLength={200}
        className="w-72 max-sm:w-full"
      />
      <Button type="submit" className="max-sm:w-full">
        Apply Filters
      </Button>
    </Form>
  );
}
