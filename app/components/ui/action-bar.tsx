import type { ReactNode } from 'react';

/** The buttons at the end of a form; on narrow screens they stay in reach, in the place of the bottom bar. */
export function ActionBar({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <div
      data-action-bar
      data-chrome
      className="flex items-center gap-2 border-t border-border bg-surface px-5 py-3 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:px-4 max-sm:py-2 sm:rounded-b-card max-sm:*:[button,a]:flex-1"
    >
      {note ? <span className="text-muted max-sm:hidden">{note}</span> : null}
      <span className="flex-1 max-sm:hidden" />
      {children}
    </div>
  );
}
