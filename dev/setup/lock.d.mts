export type Lock = { isTaken: true; release: () => void } | { isTaken: false; pid: number };
export function takeLock(place: { home: string }): Lock;
