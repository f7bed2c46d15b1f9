import type { RefObject } from 'react';
import { useKey } from './keys-area.tsx';

/**
 * Shortcuts for the rows of a list: j and k move down and up, o opens the focused row. A row takes part
 * through its link with `data-open`; Enter follows that link natively.
 * @returns the focused row; null if there is none
 */
export function useRowMoves(holder: RefObject<HTMLElement>): () => HTMLElement | null {
  const links = () => [...(holder.current?.querySelectorAll<HTMLElement>('tbody a[data-open]') ?? [])];
  const current = () => {
    const row = document.activeElement?.closest<HTMLElement>('tbody tr');
    return row && holder.current?.contains(row) ? row : null;
  };
  const go = (step: 1 | -1) => {
    const all = links();
    const row = current();
    const at = row === null ? -1 : all.findIndex((link) => row.contains(link));
    const next = at === -1 ? (step === 1 ? 0 : all.length - 1) : at + step;
    // At either end, the focus stays in its row but moves from the checkbox or button to the link.
    const link = all[Math.min(Math.max(next, 0), all.length - 1)];
    link?.focus();
    link?.scrollIntoView({ block: 'nearest' });
  };
  useKey('next', () => go(1));
  useKey('previous', () => go(-1));
  useKey('open', () => current()?.querySelector<HTMLElement>('a[data-open]')?.click());
  return current;
}
