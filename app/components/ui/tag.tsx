import { Link } from '@remix-run/react';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { Icon } from './icon.tsx';

/** A highlighted word: "New", "Best Value". */
export function Tag({ isPlain, children }: { isPlain?: boolean; children: ReactNode }) {
  return (
    <span
      className={cn(
        'inline-flex h-5 items-center rounded-badge px-1.5 text-xs font-semibold whitespace-nowrap',
        isPlain ? 'bg-sunken text-muted' : 'bg-brand-soft text-brand',
      )}
    >
      {children}
    </span>
  );
}

const chip =
  'inline-flex h-6 max-w-full items-center gap-1.5 rounded-badge border border-border bg-surface px-2 text-xs font-medium text-muted';

/** A tag or an active filter; with `removeTo`, the link that removes it. */
export function Chip({ removeTo, children }: { removeTo?: string; children: ReactNode }) {
  const words = <span className="min-w-0 truncate">{children}</span>;
  if (!removeTo) return <span className={chip}>{words}</span>;
  return (
    <Link
      to={removeTo}
      className={cn(chip, 'no-underline hover:bg-sunken hover:text-ink')}
      preventScrollReset
    >
      {words}
      <Icon of={X} size={12} />
      <span className="sr-only">, remove</span>
    </Link>
  );
}

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="rounded-badge border border-border bg-surface px-1 font-sans text-xs font-medium text-muted">
      {children}
    </kbd>
  );
}
