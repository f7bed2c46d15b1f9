export function nextSampleAt(now: number): number;
