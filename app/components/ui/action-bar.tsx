import type { ReactNode } from 'react';
import { cn } from './cn.ts';

interface ActionBarProps {
  hint?: ReactNode;
  /** A line above the buttons. */
  above?: ReactNode;
  /** Stays visible on wide screens too, at the bottom of a form taller than the window. */
  isSticky?: boolean;
  children: ReactNode;
}

const sticky = 'sm:sticky sm:bottom-0 sm:z-10 sm:rounded-card sm:border sm:shadow-raised';
/** Below 1200 px no column beside the form can start its test run. */
const besideNothing = 'sm:rounded-b-card sm:max-[75rem]:sticky sm:max-[75rem]:bottom-0 sm:max-[75rem]:z-10';

/** Buttons at the end of a form; on narrow screens they replace the bottom bar. */
export function ActionBar({ hint, above, isSticky = false, children }: ActionBarProps) {
  return (
    <div
      data-action-bar
      data-chrome
      className={cn(
        'flex flex-wrap items-center gap-2 border-t border-border bg-surface px-5 py-3 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:px-4 max-sm:py-2 max-sm:*:[button,a:not(.w-full)]:flex-1',
        // Keeps three buttons in one row on the narrowest phones.
        'max-[22.5rem]:gap-1 max-[22.5rem]:*:[button]:[&_svg]:hidden max-[22.5rem]:*:[button,a:not(.w-full)]:px-1.5',
        isSticky ? sticky : besideNothing,
      )}
    >
      {above}
      {hint ? <span className="text-muted max-sm:hidden">{hint}</span> : null}
      <span className="flex-1 max-sm:hidden" />
      {children}
    </div>
  );
}
