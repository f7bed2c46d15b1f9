export const phases = [
  { key: 'dnsMs', word: 'DNS', name: 'dns' },
  { key: 'connectMs', word: 'Connect', name: 'connect' },
  { key: 'tlsMs', word: 'TLS', name: 'tls' },
  { key: 'waitMs', word: 'Wait', name: 'wait' },
  { key: 'downloadMs', word: 'Download', name: 'download' },
] as const;

/** Milliseconds; null for a skipped phase: a reused connection, an address, an earlier error. */
export type PhaseTimes = Record<(typeof phases)[number]['key'], number | null>;

export interface PhaseBar {
  word: string;
  name: (typeof phases)[number]['name'];
  ms: number | null;
  /** Shares of the drawing's width. */
  startPercent: number;
  widthPercent: number;
}

const leastPercent = 0.5;

/** The phases one after another, each from where the last one ended; the shortest is still seen. */
export function phaseBars({ times, totalMs }: { times: PhaseTimes; totalMs: number }): PhaseBar[] {
  // As shown, in whole milliseconds: 0.9 ms reads 0ms and is no longer than that.
  const msOf = (key: keyof PhaseTimes) => Math.trunc(times[key] ?? 0);
  const known = phases.reduce((sum, { key }) => sum + msOf(key), 0);
  const scale = Math.max(totalMs, known, 1);
  let elapsed = 0;
  return phases.map(({ key, word, name }) => {
    const ms = times[key];
    const width = ms === null ? 0 : Math.max(leastPercent, percent(msOf(key) / scale));
    const start = Math.min(percent(elapsed / scale), 100 - width);
    elapsed += msOf(key);
    return { word, name, ms, startPercent: start, widthPercent: width };
  });
}

function percent(share: number): number {
  return Math.round(share * 10_000) / 100;
}
