import { Link } from '@remix-run/react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { HTMLAttributes, ReactNode, TdHTMLAttributes, ThHTMLAttributes } from 'react';
import { cn } from './cn.ts';
import { Icon } from './icon.tsx';

interface TableProps extends HTMLAttributes<HTMLTableElement> {
  /** Caption for screen readers only. */
  caption: string;
}

// Keeps a link's focus ring off the cell's second line.
const cells =
  '[&_td_a:focus-visible]:outline-offset-0 [&_:is(th,td)]:py-2 [&_:is(th,td)]:pr-3 sm:[&_:is(th,td)]:pr-4 [&_:is(th,td):first-child]:pl-4 sm:[&_:is(th,td):first-child]:pl-5 [&_:is(th,td):last-child]:pr-4 sm:[&_:is(th,td):last-child]:pr-5';

/** Ruled table: a control-coloured rule under the head, border-coloured ones between rows. */
export function Table({ caption, className, children, ...rest }: TableProps) {
  return (
    <table className={cn('w-full border-collapse', cells, className)} {...rest}>
      <caption className="sr-only">{caption}</caption>
      {children}
    </table>
  );
}

export function TableHead({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <thead>
      <tr className={cn('h-9 border-b border-control', className)}>{children}</tr>
    </thead>
  );
}

export function TableBody({ children }: { children: ReactNode }) {
  return <tbody className="[&>tr]:border-border [&>tr+tr]:border-t">{children}</tbody>;
}

/** `isTall` sizes the row for two lines. */
export function Row({
  isTall,
  className,
  ...rest
}: HTMLAttributes<HTMLTableRowElement> & { isTall?: boolean }) {
  const styles = isTall ? tallRow : row;
  return <tr className={className ? cn(styles, className) : styles} {...rest} />;
}

const ground =
  'hover:bg-sunken has-[tbody_:checked]:bg-brand-soft has-[td:first-child_:checked]:bg-brand-soft';
const row = `h-11 ${ground}`;
const tallRow = `h-14 max-sm:h-21 ${ground}`;

interface HeaderCellProps extends ThHTMLAttributes<HTMLTableCellElement> {
  isNumber?: boolean | undefined;
  /** Target of the header's sort link, and the current direction. */
  sort?: { to: string; direction: 'ascending' | 'descending' | 'none' } | undefined;
}

export function HeaderCell({ isNumber, sort, className, children, ...rest }: HeaderCellProps) {
  return (
    <th
      scope="col"
      aria-sort={sort && sort.direction !== 'none' ? sort.direction : undefined}
      className={cn(
        'text-left text-xs font-medium whitespace-nowrap text-muted',
        isNumber && 'text-right',
        className,
      )}
      {...rest}
    >
      {sort ? <SortLink {...sort}>{children}</SortLink> : children}
    </th>
  );
}

function SortLink({ to, direction, children }: { to: string; direction: string; children: ReactNode }) {
  const isSorted = direction !== 'none';
  return (
    <Link
      to={to}
      preventScrollReset
      className={cn(
        'inline-flex min-h-6 items-center gap-1 no-underline hover:text-ink',
        isSorted ? 'font-semibold text-ink' : 'text-muted',
      )}
    >
      {children}
      {isSorted ? <Icon of={direction === 'ascending' ? ArrowUp : ArrowDown} size={14} /> : null}
    </Link>
  );
}

interface CellProps extends TdHTMLAttributes<HTMLTableCellElement> {
  isNumber?: boolean | undefined;
}

export function Cell({ isNumber, className, ...rest }: CellProps) {
  return <td className={isNumber ? cn('text-right', className) : className} {...rest} />;
}

/** Second line of a cell: place or time, muted, and truncated if too long. */
export function SecondLine({
  isMono,
  className,
  children,
}: {
  isMono?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const styles = isMono ? monoLine : line;
  return <span className={className ? cn(styles, className) : styles}>{children}</span>;
}

const line = 'block truncate text-xs text-muted';
const monoLine = `${line} font-mono [font-variant-ligatures:none]`;

/** Row below a table: number of shown rows, and a way to see more. */
export function TableFoot({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <div className="flex min-h-15 items-center justify-between gap-4 border-t border-border px-4 py-3 text-muted sm:px-5">
      <span>{children}</span>
      {end}
    </div>
  );
}
