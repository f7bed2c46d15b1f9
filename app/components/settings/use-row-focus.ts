import { useEffect, useRef, type RefObject } from 'react';

/**
 * When the focused row disappears, focuses the next row; without one, the element after the list. Rows are
 * marked with `data-row`, that element with `data-after-rows`.
 * @param count number of rows
 */
export function useRowFocus(count: number): RefObject<HTMLDivElement> {
  const holder = useRef<HTMLDivElement>(null);
  const last = useRef({ count, index: 0 });

  useEffect(() => {
    const remember = (event: FocusEvent) => {
      const row = event.target instanceof Element ? event.target.closest('[data-row]') : null;
      const index = row ? rowsIn(holder.current).indexOf(row) : -1;
      if (index >= 0) last.current.index = index;
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);

  useEffect(() => {
    const isFewer = count < last.current.count;
    last.current.count = count;
    if (!isFewer) return;
    // A dialog that closes with its row first returns the focus, to nothing.
    const timer = setTimeout(() => {
      if (document.activeElement !== document.body) return;
      const rows = rowsIn(holder.current);
      const next = rows[Math.min(last.current.index, rows.length - 1)];
      const target = next ?? holder.current?.querySelector('[data-after-rows]');
      target?.querySelector<HTMLElement>('button, input:not([type=hidden]), a')?.focus();
    });
    return () => clearTimeout(timer);
  }, [count]);

  return holder;
}

function rowsIn(holder: HTMLElement | null): Element[] {
  return [...(holder?.querySelectorAll('[data-row]') ?? [])];
}
