import { Form, useSubmit } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { SearchInput } from '#app/components/ui/input.tsx';
import { Segments } from '#app/components/ui/segments.tsx';
import { Switch } from '#app/components/ui/switch.tsx';
import { countText } from '#app/components/ui/time-format.ts';

const filters = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'paused', label: 'Paused' },
];
const typingMs = 300;

export interface JobListQuery {
  search: string;
  filter: 'all' | 'active' | 'paused';
  isShowingAll: boolean;
}

/** Search, filter and switch of the list: one GET form, sent by itself where there is JavaScript, else by Enter. */
export function JobToolbar({ query, matching }: { query: JobListQuery; matching: number }) {
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const send = () => {
    clearTimeout(timer.current);
    if (form.current) submit(form.current, { replace: true, preventScrollReset: true });
  };
  const sendSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(send, typingMs);
  };
  return (
    <Form
      ref={form}
      role="search"
      aria-label="Jobs"
      className="my-4 flex flex-wrap items-center gap-2 sm:mt-6 sm:mb-3.5"
      onSubmit={() => clearTimeout(timer.current)}
    >
      <SearchInput
        name="search"
        label="Search jobs"
        placeholder="Search jobs..."
        defaultValue={query.search}
        onChange={sendSoon}
        className="w-60 max-sm:w-full"
      />
      <Segments name="filter" label="Filter" choices={filters} defaultValue={query.filter} onChange={send} />
      <Button type="submit" className="hidden no-script:inline-flex">
        Apply
      </Button>
      <Switch name="show" value="all" defaultChecked={query.isShowingAll} onChange={send} className="ml-auto">
        Show all {countText(matching)}
      </Switch>
    </Form>
  );
}
