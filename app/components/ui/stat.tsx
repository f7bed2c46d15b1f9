import type { ReactNode } from 'react';
import { cn } from './cn.ts';

const columns =
  'grid-cols-2 sm:grid-cols-4 max-sm:[&>*:nth-child(even)]:border-l sm:[&>*+*]:border-l max-sm:[&>*:nth-child(n+3)]:border-t';

/** Counters in one ruled row, closed by a double rule if a chart follows. */
export function StatList({
  label,
  className,
  children,
}: {
  label?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <dl aria-label={label} className={cn('grid [&>*]:border-border', columns, className)}>
      {children}
    </dl>
  );
}

export function Stat({ label, sub, children }: { label: string; sub?: ReactNode; children: ReactNode }) {
  return (
    <div className="px-4 py-3 sm:px-5 sm:pt-4 sm:pb-3.5">
      <dt className="text-xs font-medium text-muted">{label}</dt>
      <dd className="mt-0.5">
        <span className="block text-2xl font-semibold">{children}</span>
        {sub ? <span className="block text-xs text-muted">{sub}</span> : null}
      </dd>
    </div>
  );
}
