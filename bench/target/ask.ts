import type { Arrival } from '../lateness.ts';

/** Arrivals at the target since an instant, for paths with this prefix. */
export async function arrivalsSince({
  targetUrl,
  path,
  since,
}: {
  targetUrl: string;
  path: string;
  since: number;
}): Promise<Arrival[]> {
  const response = await fetch(`${targetUrl}/arrivals?path=${path}&since=${since}`);
  return (await response.json()) as Arrival[];
}
