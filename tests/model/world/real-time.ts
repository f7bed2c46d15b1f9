// Real time, for waiting for the database while a history's own clock is stopped. Read once, before any clock is
// replaced.
interface Real {
  turn: () => Promise<void>;
  sleep: (ms: number) => Promise<void>;
  /** Reports whether the work ends within the given milliseconds. */
  endsWithin: (ms: number, work: Promise<unknown>) => Promise<boolean>;
}

const key = Symbol.for('punctual.model.real');
const holder = globalThis as unknown as Record<symbol, Real | undefined>;

function readReal(): Real {
  const { setImmediate, setTimeout, clearTimeout } = globalThis;
  return {
    turn: () => new Promise((done) => setImmediate(done)),
    sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
    endsWithin: (ms, work) =>
      new Promise((done) => {
        const timer = setTimeout(() => done(false), ms);
        const end = () => {
          clearTimeout(timer);
          done(true);
        };
        work.then(end, end);
      }),
  };
}

/** Waits for a turn of the real event loop, so that everything ready has run. */
export const { turn, sleep, endsWithin } = (holder[key] ??= readReal());
