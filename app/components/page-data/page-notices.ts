import type { FlashToast } from '#app/components/ui/overlay/toast-list.ts';

/** An action with a lost response, or one that was too large to send. */
export interface LostAct {
  /** Path and query the form was sent to. */
  action: string;
}

type Show = (toast: FlashToast) => void;

const shows = new Set<Show>();
const lostActListeners = new Set<(act: LostAct) => void>();
const staleListeners = new Set<() => void>();
let stale = false;

/** Shows a toast in the page's frame; false if the page has no frame for it. */
export function showNotice(toast: FlashToast): boolean {
  for (const show of shows) show(toast);
  return shows.size > 0;
}

/** Reports whether the page has a frame for toasts. */
export const hasNotices = () => shows.size > 0;

export function onNotice(show: Show): () => void {
  shows.add(show);
  return () => void shows.delete(show);
}

export function reportLostAct(act: LostAct): void {
  for (const hear of lostActListeners) hear(act);
}

export function onLostAct(hear: (act: LostAct) => void): () => void {
  lostActListeners.add(hear);
  return () => void lostActListeners.delete(hear);
}

/** Reports whether the page shows older data because a reload failed. */
export const isStale = () => stale;

export function setStale(isNowStale: boolean): void {
  if (stale === isNowStale) return;
  stale = isNowStale;
  for (const hear of staleListeners) hear();
}

export function onStale(hear: () => void): () => void {
  staleListeners.add(hear);
  return () => void staleListeners.delete(hear);
}
