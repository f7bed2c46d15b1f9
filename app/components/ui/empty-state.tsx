import type { ReactNode } from 'react';
import { cn } from './cn.ts';

interface EmptyStateProps {
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /** 3 inside a card with a heading, 2 on its own. */
  level?: 2 | 3;
  className?: string | undefined;
}

/** Explains why a list is empty and what fills it. */
export function EmptyState({ title, children, actions, level = 3, className }: EmptyStateProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className={cn('grid justify-items-center gap-1 px-5 py-10 text-center', className)}>
      <Heading className="text-sm font-semibold">{title}</Heading>
      {children ? <div className="text-balance text-muted">{children}</div> : null}
      {actions ? <div className="mt-3 flex flex-wrap justify-center gap-2">{actions}</div> : null}
    </div>
  );
}
