import { useLocation } from '@remix-run/react';
import { useEffect, useRef, type ReactNode } from 'react';
import { cn } from '#app/components/ui/cn.ts';
import { buttonStyle } from '#app/components/ui/input/button-style.ts';

interface DetailsMenuProps {
  /** Accessible name of the opener. */
  label: string;
  opener: ReactNode;
  openerClassName?: string | undefined;
  panelClassName?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * A panel below its opener that works without JavaScript: links and forms, not menu items. With JavaScript it
 * also closes by Escape, by a click elsewhere and after a navigation.
 */
export function DetailsMenu(props: DetailsMenuProps) {
  const { label, opener, openerClassName, panelClassName, className, children } = props;
  const details = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  const lastKey = useRef(key);

  // Not on the first render: the menu works without React and may already be open.
  useEffect(() => {
    if (details.current && lastKey.current !== key) details.current.open = false;
    lastKey.current = key;
  }, [key]);

  useEffect(() => {
    const close = (event: Event) => {
      const menu = details.current;
      if (!menu?.open) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return;
        menu.open = false;
        menu.querySelector('summary')?.focus();
      } else if (!menu.contains(event.target as Node)) menu.open = false;
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('keydown', close);
    };
  }, []);

  return (
    <details ref={details} className={cn('relative', className)} suppressHydrationWarning>
      <summary
        aria-label={label}
        title={label}
        className={openerClassName ?? buttonStyle({ variant: 'plain', size: 'icon' })}
      >
        {opener}
      </summary>
      <div
        className={cn(
          'absolute top-full right-0 z-30 mt-1 w-60 rounded-card border border-border bg-raised p-1 shadow-raised',
          panelClassName,
        )}
      >
        {children}
      </div>
    </details>
  );
}

/** Style of one menu line: link, button or Radix item. */
export const menuLine =
  'flex h-9 w-full items-center gap-2.5 rounded-control px-2.5 text-left text-sm text-ink no-underline outline-none touch:h-11 hovered:bg-sunken hovered:text-ink focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus aria-pressed:font-medium data-highlighted:bg-sunken data-disabled:text-muted';

export const menuRule = '-mx-1 my-1 h-px bg-border';
