import { expect } from 'vitest';

interface Case {
  name: string;
  /** A text whose length grows in proportion to n. */
  make: (n: number) => string;
  run: (text: string) => unknown;
}

/** Twice the text may take two and a half times as long: the half is for noise and for garbage collection. */
const largestRatio = 2.5;
/** A reader of quadratic time reaches 4. */
const steepRatio = 3.2;
// Below this, clock and garbage collection dominate the result.
const leastMs = 25;
const longestText = 4 * 1024 * 1024;
/** Samples of each round; nearly every reader passes the first. */
const samplesOfRounds = [3, 5, 5, 5, 5, 5];

/**
 * Expects a reader of text is linear: twice the text takes at most 2.5 times the processor time. The size is doubled
 * until one run is long enough to measure; where a reader refuses large texts, a shorter run is repeated. Medians are
 * compared, and a failing round is measured again, as other work shares the machine: then over three doublings, where
 * noise weighs less.
 * @param make gives a text in proportion to n, the same one for the same n
 * @param run may be asynchronous and may use threads; what it throws fails the test
 * @param from the first n
 */
export async function expectLinear({ name, make, run, from = 256 }: Case & { from?: number }): Promise<void> {
  const large = await measurableSize({ make, run, from });
  const texts = { small: make(large / 2), large: make(large) };
  expect(growthOf(texts), `${name}: the text must grow with n`).toBeGreaterThan(0.5);
  const ratios: number[] = [];
  for (const samples of samplesOfRounds) {
    const ratio = await ratioOf({ texts, run, samples });
    if (ratio <= largestRatio ** growthOf(texts)) return;
    if (ratio <= steepRatio ** growthOf(texts)) {
      const far = { small: make(Math.max(1, large / 8)), large: texts.large };
      if ((await ratioOf({ texts: far, run, samples })) <= largestRatio ** growthOf(far)) return;
    }
    ratios.push(Number(ratio.toFixed(2)));
  }
  expect.fail(
    `${name}: ${texts.large.length} characters take ${ratios.join(', ')} times as long as ${texts.small.length}`,
  );
}

interface Texts {
  small: string;
  large: string;
}

/** Doublings from the small text to the large one. */
const growthOf = ({ small, large }: Texts) => Math.log2(large.length / small.length);

/** The first doubled n with a long enough run; else the slowest one, because a reader may refuse large texts. */
async function measurableSize({ make, run, from }: Omit<Case, 'name'> & { from: number }): Promise<number> {
  let slowest = { n: from, ms: 0 };
  for (let n = from; ; n *= 2) {
    const text = make(n);
    // The first run of a size also compiles the code.
    const ms = Math.min(await cpuMs({ text, run, times: 1 }), await cpuMs({ text, run, times: 1 }));
    if (ms > slowest.ms) slowest = { n, ms };
    if (n > from && (ms >= leastMs || text.length >= longestText)) return slowest.n;
  }
}

async function ratioOf({
  texts: { small, large },
  run,
  samples,
}: {
  texts: Texts;
  run: Case['run'];
  samples: number;
}): Promise<number> {
  const times = Math.ceil(leastMs / Math.max(0.1, await cpuMs({ text: small, run, times: 1 })));
  const taken = { small: [] as number[], large: [] as number[] };
  for (let sample = 0; sample < samples; sample += 1) {
    taken.small.push(await cpuMs({ text: small, run, times }));
    taken.large.push(await cpuMs({ text: large, run, times }));
  }
  return median(taken.large) / median(taken.small);
}

/** Processor time of the whole process with its threads; other processes do not count. */
async function cpuMs({
  text,
  run,
  times,
}: {
  text: string;
  run: Case['run'];
  times: number;
}): Promise<number> {
  const before = process.cpuUsage();
  for (let time = 0; time < times; time += 1) await run(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function median(values: number[]): number {
  return values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
