export function nextLookAt(now: number): number;
