import { textOf, type Shape } from './shapes.ts';

/** Characters of the long text; the short one has half of them. */
const longLength = 65_536;
/** A linear reader finishes long before this: only a slower one is measured. */
const suspectMs = 20;
/** Twice the text may take two and a half times as long. */
const largestRatio = 2.5;
/** A reader of quadratic time reaches 4. */
const steepRatio = 3.2;
/** Samples of each round. The first one is short: nearly every reader passes it. */
const samplesOfRounds = [1, 3, 5, 5, 5];

/**
 * Asks a reader for a long text, and for half of it where that took suspiciously long. A slow round is measured
 * again, as garbage collection and other work disturb single ones: then over three doublings, where noise weighs less.
 * @returns the ratios of all rounds when twice the text took more than 2.5 times as long in each; else null
 */
export function tooSteep({
  shape,
  read,
}: {
  shape: Shape;
  read: (text: string) => unknown;
}): number[] | null {
  // Most readers are quick on a quarter of the text: one of cubic time needs a 64th of the time for it.
  const quarter = textOf({ shape, length: longLength / 4 });
  if (cpuMs({ text: quarter, read, times: 1 }) < suspectMs / 64) return null;
  const long = textOf({ shape, length: longLength });
  const isQuick = () => cpuMs({ text: long, read, times: 1 }) < suspectMs;
  // Twice: a garbage collection may have delayed the first one.
  if (isQuick() || isQuick()) return null;
  const short = textOf({ shape, length: longLength / 2 });
  const far = textOf({ shape, length: longLength / 8 });
  const most = (ratio: number, text: string) => ratio ** Math.log2(long.length / text.length);
  const ratios: number[] = [];
  for (const samples of samplesOfRounds) {
    const ratio = ratioOf({ short, long, read, samples });
    if (ratio <= most(largestRatio, short)) return null;
    if (ratio <= most(steepRatio, short)) {
      if (ratioOf({ short: far, long, read, samples }) <= most(largestRatio, far)) return null;
    }
    ratios.push(Number(ratio.toFixed(2)));
  }
  return ratios;
}

function ratioOf({
  short,
  long,
  read,
  samples,
}: {
  short: string;
  long: string;
  read: (text: string) => unknown;
  samples: number;
}): number {
  const times = Math.ceil(suspectMs / Math.max(0.1, cpuMs({ text: short, read, times: 1 })));
  const taken = Array.from({ length: samples }, () => ({
    short: cpuMs({ text: short, read, times }),
    long: cpuMs({ text: long, read, times }),
  }));
  return least(taken.map((one) => one.long)) / least(taken.map((one) => one.short));
}

/** Disturbances only add time: the minimum is closest to the reader's own time. */
const least = (values: number[]) => Math.max(0.001, Math.min(...values));

function cpuMs({
  text,
  read,
  times,
}: {
  text: string;
  read: (text: string) => unknown;
  times: number;
}): number {
  const before = process.cpuUsage();
  for (let time = 0; time < times; time += 1) read(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
