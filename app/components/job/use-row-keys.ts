import type { RefObject } from 'react';
import { useKey } from '#app/components/keys/keys-area.tsx';
import { useKeptFetcher } from '#app/components/ui/kept-fetchers.tsx';

/**
 * Keys on the rows of the list: j and k go down and up, the rest is done to the row that has the focus. Enter follows
 * its link by itself.
 */
export function useRowKeys(holder: RefObject<HTMLElement>): void {
  const fetcher = useKeptFetcher({ isFollowed: true });
  const rows = () => [...(holder.current?.querySelectorAll<HTMLElement>('tbody tr[data-job]') ?? [])];
  const current = () => {
    const row = document.activeElement?.closest<HTMLElement>('tr[data-job]');
    return row && holder.current?.contains(row) ? row : null;
  };
  const go = (step: 1 | -1) => {
    const all = rows();
    const row = current();
    const at = row === null ? (step === 1 ? 0 : all.length - 1) : all.indexOf(row) + step;
    // Beyond the ends it stays in its row, yet leaves the box or the button that has the focus there.
    const link = all[Math.min(Math.max(at, 0), all.length - 1)]?.querySelector<HTMLElement>('a[data-open]');
    link?.focus();
    link?.scrollIntoView({ block: 'nearest' });
  };
  /** Presses what the row holds, whether it is seen at this width or not. */
  const press = (selector: string) => current()?.querySelector<HTMLElement>(selector)?.click();
  useKey('next', () => go(1));
  useKey('previous', () => go(-1));
  useKey('select', () => press('input[name=job_ids]'));
  useKey('open', () => press('a[data-open]'));
  useKey('pause', () => press('form button[type=submit]'));
  useKey('edit', () => press('a[data-edit]'));
  useKey('run', () => {
    const id = current()?.dataset['job'];
    if (id) fetcher.submit(null, { method: 'post', action: `/dashboard/jobs/${id}/run` });
  });
}
