export function recheckAt(now: number): number;
