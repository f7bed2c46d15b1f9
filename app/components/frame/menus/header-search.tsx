import { Form, useSearchParams } from '@remix-run/react';
import { Search } from 'lucide-react';
import { usePressKey } from '#app/components/keys/keys-area.tsx';
import { cn } from '#app/components/ui/cn.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { buttonStyle } from '#app/components/ui/input/button-style.ts';
import { inputStyle } from '#app/components/ui/input/input-style.ts';
import { SearchInput } from '#app/components/ui/input/input.tsx';
import { DetailsMenu } from '#app/components/ui/overlay/details-menu.tsx';
import { Kbd } from '#app/components/ui/tag.tsx';

const words = 'Search or jump to';

/** Opens the command menu; without JavaScript, it is a search form for jobs on the dashboard. */
export function HeaderSearch({ className }: { className?: string }) {
  const pressKey = usePressKey();
  return (
    <div className={className}>
      <button
        type="button"
        aria-keyshortcuts="/"
        onClick={() => pressKey('search')}
        className={cn(
          inputStyle(),
          'flex items-center gap-2 px-2.5 text-left text-muted no-script:hidden hovered:text-ink',
        )}
      >
        <Icon of={Search} />
        <span className="min-w-0 flex-1 truncate">{words}</span>
        <span aria-hidden="true" className="flex">
          <Kbd>/</Kbd>
        </span>
      </button>
      <SearchForm className="hidden no-script:block" />
    </div>
  );
}

/** The same behind a magnifying glass where the header is narrow. */
export function NarrowSearch() {
  const pressKey = usePressKey();
  return (
    <div className="sm:hidden">
      <button
        type="button"
        aria-label={words}
        title={words}
        onClick={() => pressKey('search')}
        className={cn(buttonStyle({ variant: 'plain', size: 'icon' }), 'no-script:hidden')}
      >
        <Icon of={Search} />
      </button>
      <DetailsMenu
        label="Search"
        className="static hidden no-script:block"
        panelClassName="inset-x-0 top-14 mt-0 w-auto rounded-none border-x-0 p-3"
        opener={<Icon of={Search} />}
      >
        <SearchForm />
      </DetailsMenu>
    </div>
  );
}

function SearchForm({ className }: { className?: string }) {
  const search = useSearchParams()[0].get('search') ?? '';
  return (
    <Form method="get" action="/dashboard" role="search" aria-label="All jobs" className={className}>
      <SearchInput label="Search all jobs" name="search" placeholder="Search all jobs" words={search} />
    </Form>
  );
}
