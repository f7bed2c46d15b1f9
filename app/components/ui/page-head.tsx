import { Link } from '@remix-run/react';
import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

interface PageHeadProps {
  title: ReactNode;
  /** Status beside the title. */
  badge?: ReactNode;
  sub?: ReactNode;
  actions?: ReactNode;
  back?: { to: string; label: string } | undefined;
}

/** The page's one h1; it receives the focus after a navigation. */
export function PageHead({ title, badge, sub, actions, back }: PageHeadProps) {
  return (
    <>
      {back ? (
        <Link
          to={back.to}
          data-chrome
          className="-mt-1 mb-2 -ml-[3px] inline-flex min-h-6 max-w-full items-center gap-1 font-medium text-muted no-underline hover:text-ink"
        >
          <Icon of={ChevronLeft} />
          <span className="min-w-0 truncate">{back.label}</span>
        </Link>
      ) : null}
      <div className="mb-4 sm:mb-5 sm:flex sm:flex-wrap sm:items-start sm:gap-x-4 sm:gap-y-3">
        <div className="min-w-0 sm:flex-1 sm:basis-80">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 tabIndex={-1} className="text-2xl font-semibold wrap-anywhere">
              {title}
            </h1>
            {badge}
          </div>
          {sub ? (
            <div className="mt-1 wrap-anywhere text-muted [&_a]:underline [&_a]:underline-offset-3">
              {sub}
            </div>
          ) : null}
        </div>
        {actions ? (
          <div
            data-chrome
            className="flex shrink-0 items-center gap-2 max-sm:mt-3 max-sm:*:not-[[class*=size-]]:flex-1"
          >
            {actions}
          </div>
        ) : null}
      </div>
    </>
  );
}

/** Cards below each other, 24 px apart (16 on narrow screens). */
export function Stack({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 sm:gap-6">{children}</div>;
}

/** A wide column and one of 360 px from 1200 px up; below that, the narrow one follows the wide one. */
export function Columns({ children, isEven }: { children: ReactNode; isEven?: boolean }) {
  return (
    <div
      className={`grid grid-cols-[minmax(0,1fr)] gap-4 sm:gap-6 min-[75rem]:grid-cols-[minmax(0,1fr)_360px] ${isEven ? '' : 'items-start'}`}
    >
      {children}
    </div>
  );
}

/** Two columns of equal width from 1200 px up. */
export function Halves({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:gap-6 min-[75rem]:grid-cols-[repeat(2,minmax(0,1fr))]">
      {children}
    </div>
  );
}
