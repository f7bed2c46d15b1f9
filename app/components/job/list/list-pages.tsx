import { TableFoot } from '#app/components/ui/data-table.tsx';
import { ButtonLink } from '#app/components/ui/input/button.tsx';

export interface ListPagesProps {
  page: number;
  pages: number;
  previous: string | null;
  next: string | null;
}

/** "Page 2 of 3" with Previous and Next; empty if one page holds all. */
export function ListPages({ page, pages, previous, next }: ListPagesProps) {
  if (pages === 1) return null;
  return (
    <TableFoot
      end={
        <nav aria-label="Pages" className="flex gap-2">
          {previous ? <ButtonLink to={previous}>Previous</ButtonLink> : null}
          {next ? <ButtonLink to={next}>Next</ButtonLink> : null}
        </nav>
      }
    >
      Page {page} of {pages}
    </TableFoot>
  );
}
