import type { ReactNode } from 'react';

interface ActionBarProps {
  note?: ReactNode;
  /** A line above the buttons, where there is something to say. */
  above?: ReactNode;
  children: ReactNode;
}

/**
 * The buttons at the end of a form. Under 1200 px they stay in reach at the bottom of the window; under 640 px in the
 * place of the bottom bar.
 */
export function ActionBar({ note, above, children }: ActionBarProps) {
  return (
    <div
      data-action-bar
      data-chrome
      className="flex flex-wrap items-center gap-2 border-t border-border bg-surface px-5 py-3 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:px-4 max-sm:py-2 sm:rounded-b-card sm:max-[75rem]:sticky sm:max-[75rem]:bottom-0 sm:max-[75rem]:z-20 max-sm:*:[button]:flex-1 max-sm:*:[button,a:not(.w-full)]:flex-1"
    >
      {above}
      {note ? <span className="text-muted max-sm:hidden">{note}</span> : null}
      <span className="flex-1 max-sm:hidden" />
      {children}
    </div>
  );
}
