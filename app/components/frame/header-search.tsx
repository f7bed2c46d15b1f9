import { Form, useSearchParams } from '@remix-run/react';
import { Search } from 'lucide-react';
import { DetailsMenu } from '#app/components/ui/details-menu.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { SearchInput } from '#app/components/ui/input.tsx';

/** Finds jobs by name, on the dashboard, by Enter. */
export function HeaderSearch({ className }: { className?: string }) {
  const [params] = useSearchParams();
  return (
    <Form method="get" action="/dashboard" role="search" aria-label="All jobs" className={className}>
      <SearchInput
        label="Search all jobs"
        name="search"
        placeholder="Search all jobs"
        defaultValue={params.get('search') ?? ''}
        key={params.get('search') ?? ''}
      />
    </Form>
  );
}

/** The same behind a glass where the header has no room. */
export function NarrowSearch() {
  return (
    <DetailsMenu
      label="Search"
      className="static sm:hidden"
      panelClassName="inset-x-0 top-14 mt-0 w-auto rounded-none border-x-0 p-3"
      opener={<Icon of={Search} />}
    >
      <HeaderSearch />
    </DetailsMenu>
  );
}
