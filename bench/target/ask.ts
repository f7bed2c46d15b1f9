import type { Arrival } from '../lateness.ts';

/** What the target saw of instants since one, for paths that begin so. */
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
