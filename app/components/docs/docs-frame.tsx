import { Link, NavLink } from '@remix-run/react';
import { Menu } from 'lucide-react';
import type { ReactNode } from 'react';
import { marketingWidth, MarketingFrame } from '#app/components/frame/marketing-frame.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { DetailsMenu } from '#app/components/ui/overlay/details-menu.tsx';
import { docsGroups } from '#app/content/docs-pages.ts';
import { DocsKeys } from './docs-keys.tsx';
import { DocsSearch } from './docs-search.tsx';

interface DocsFrameProps {
  feedbackUrl: string | null;
  signedInAs: string | null | undefined;
  pictureUrl?: string | null;
  areSinglesOn: boolean;
  /** Search text. */
  searched?: string | undefined;
  children: ReactNode;
}

/** Frame of a documentation page: search and page list on the left, from 1024 px up. */
export function DocsFrame({ areSinglesOn, searched, children, ...frame }: DocsFrameProps) {
  return (
    <MarketingFrame {...frame}>
      <DocsKeys areSinglesOn={areSinglesOn} />
      <div
        className={`${marketingWidth} grid grid-cols-[minmax(0,1fr)] gap-x-12 py-6 sm:py-10 lg:grid-cols-[200px_minmax(0,1fr)]`}
      >
        <aside data-chrome className="max-lg:mb-6">
          <div className="flex gap-2 lg:sticky lg:top-26 lg:grid lg:gap-6">
            <DocsSearch searched={searched} />
            <nav aria-label="Documentation" className="max-lg:hidden">
              <Pages />
            </nav>
            <DetailsMenu
              label="Pages"
              className="lg:hidden"
              panelClassName="max-h-[70dvh] w-60 overflow-y-auto p-4"
              opener={<Icon of={Menu} />}
            >
              <nav aria-label="Documentation">
                <Pages />
              </nav>
            </DetailsMenu>
          </div>
        </aside>
        <div className="min-w-0">{children}</div>
      </div>
    </MarketingFrame>
  );
}

const line =
  'flex min-h-8 items-center border-l-2 pl-3 text-pretty no-underline touch:min-h-11 aria-[current=page]:border-brand aria-[current=page]:font-medium aria-[current=page]:text-ink border-border text-muted hover:text-ink';

function Pages() {
  return (
    <div className="grid gap-5">
      {docsGroups.map(({ label, pages }) => (
        <div key={label}>
          <p className="mb-1.5 text-xs font-semibold">{label}</p>
          <ul>
            {pages.map(({ name, title }) => (
              <li key={name}>
                <NavLink to={`/docs/${name}`} className={line}>
                  {title}
                </NavLink>
              </li>
            ))}
            {label === 'Reference' ? (
              <li>
                <NavLink to="/docs/errors" className={line}>
                  API Errors
                </NavLink>
              </li>
            ) : null}
          </ul>
        </div>
      ))}
      <p>
        <Link to="/status" className="text-muted no-underline hover:text-ink hover:underline">
          Status
        </Link>
      </p>
    </div>
  );
}
