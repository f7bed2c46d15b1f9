import type { Receiver } from './receiver.ts';

/** Counts requests by destination; reports the limit that one breaks. */
export function createRateLimit() {
  const arrivals = new Map<string, number[]>();
  return ({
    key,
    limits,
    now,
  }: {
    key: string;
    limits: Receiver['limits'];
    now: number;
  }): Receiver['limits'][number] | null => {
    const longestMs = Math.max(0, ...limits.map(({ perMs }) => perMs));
    const recent = (arrivals.get(key) ?? []).filter((at) => at > now - longestMs);
    arrivals.set(key, [...recent, now]);
    return limits.find(({ most, perMs }) => recent.filter((at) => at > now - perMs).length >= most) ?? null;
  };
}
