import { refreshZoned } from './live-schedule.ts';

/** Tells the server the browser's zone, when its cookie does not know it yet, and has the times written in it. */
export async function reportZone(known: string | undefined): Promise<void> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!known || zone === known) return;
  try {
    // As the fetchers of other pages ask: the plain address would lead back to a page.
    const response = await fetch('/preferences.data', {
      method: 'POST',
      body: new URLSearchParams({ zone }),
    });
    if (response.ok) await refreshZoned();
  } catch {
    // The page stands with its times in UTC, and says so.
  }
}
