import { useRef } from 'react';
import { TableFoot } from '#app/components/ui/data-table.tsx';
import { ButtonLink } from '#app/components/ui/input/button.tsx';
import { countText } from '#app/format/time-format.ts';
import { useKeptFocus } from './use-kept-focus.ts';

interface PageTurnerProps {
  page: number;
  pages: number;
  /** Returns the URL of a page. */
  to: (page: number) => string;
}

/** "Page 2 of 3" with Previous and Next; each is disabled at its end. */
export function PageTurner({ page, pages, to }: PageTurnerProps) {
  const ways = useRef<HTMLElement>(null);
  // At the first or last page, the focused link is replaced by a disabled button.
  useKeptFocus({ value: page, find: (before) => ways.current?.children[page > before ? 1 : 0] });
  return (
    <TableFoot
      end={
        <nav ref={ways} aria-label="Pages" className="flex gap-2">
          <ButtonLink
            to={to(page - 1)}
            disabledReason={page <= 1 ? 'This is the first page.' : undefined}
            preventScrollReset
          >
            Previous
          </ButtonLink>
          <ButtonLink
            to={to(page + 1)}
            disabledReason={page >= pages ? 'This is the last page.' : undefined}
            preventScrollReset
          >
            Next
          </ButtonLink>
        </nav>
      }
    >
      Page {countText(page)} of {countText(pages)}
    </TableFoot>
  );
}
