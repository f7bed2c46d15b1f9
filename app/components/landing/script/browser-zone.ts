import { refreshZoned } from './live-schedule.ts';

/** Reports the browser's zone if its cookie does not have it yet, and reloads the times in that zone. */
export async function reportZone(known: string | undefined): Promise<void> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!known || zone === known) return;
  try {
    // Requests data like the fetchers of other pages: the plain URL would redirect to a page.
    const response = await fetch('/preferences.data', {
      method: 'POST',
      body: new URLSearchParams({ zone }),
    });
    if (response.ok) await refreshZoned();
  } catch {
    // The page keeps its times in UTC, and says so.
  }
}
