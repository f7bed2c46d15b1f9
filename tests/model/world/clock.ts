import { lifeOf, shared } from './shared.ts';

interface Timer {
  at: number;
  order: number;
  everyMs: number | null;
  run: () => void;
  isOff: boolean;
}

interface Asked {
  ms: number;
  everyMs: number | null;
  run: () => void;
  /** Belongs to a module, which the next life of the process has too. */
  isShared?: boolean;
}

export type Clock = ReturnType<typeof createClock>;

/** Virtual time: the clocks and timers of this process while a history runs. It moves only between steps. */
export function createClock(startAt: number) {
  let now = startAt;
  let made = 0;
  let timers: Timer[] = [];

  function add({ ms, everyMs, run, isShared = false }: Asked): Timer {
    const life = lifeOf();
    const timer: Timer = {
      at: now + Math.max(Math.ceil(ms), 1),
      order: (made += 1),
      everyMs,
      // A dead process has no timers.
      run: () => {
        if (life && life.frozenUntil > now) {
          timer.at = life.frozenUntil;
          timer.isOff = false;
        } else if (!life?.isDead || isShared) shared.life.run(life, run);
      },
      isOff: false,
    };
    timers.push(timer);
    return timer;
  }
  const drop = (timer: unknown) => {
    if (typeof timer === 'object' && timer !== null && 'isOff' in timer) timer.isOff = true;
  };

  return {
    now: () => now,
    /** Timers of the host and the target; bound to the life of the caller. */
    after: (ms: number, run: () => void) => {
      const timer = add({ ms, everyMs: null, run });
      return () => drop(timer);
    },
    /** Moves to that instant and runs one due timer; false if there is none. */
    runDue(until: number): boolean {
      timers = timers.filter(({ isOff }) => !isOff);
      let due: Timer | undefined;
      for (const timer of timers)
        if (
          timer.at <= until &&
          (!due || timer.at < due.at || (timer.at === due.at && timer.order < due.order))
        )
          due = timer;
      if (!due) return false;
      now = Math.max(now, due.at);
      if (due.everyMs === null) due.isOff = true;
      else due.at = now + due.everyMs;
      due.run();
      return true;
    },
    moveTo(at: number) {
      now = Math.max(now, at);
    },
    install: () => install({ now: () => now, add, drop }),
  };
}

const realDate = Date;

function install({
  now,
  add,
  drop,
}: {
  now: () => number;
  add: (timer: Asked) => Timer;
  drop: (timer: unknown) => void;
}) {
  const { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate } = globalThis;
  const kept = { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate };
  const keptNow = Date.now;
  const keptSteady = performance.now.bind(performance);
  const handle = (timer: Timer) =>
    Object.assign(timer, { ref: () => timer, unref: () => timer, hasRef: () => true });
  const timeout = (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
    // The pending batch of server/database/batch-requests belongs to the module and has to end.
    handle(add({ ms, everyMs: null, run: () => run(...given), isShared: run.name === 'leave' }));
  Object.assign(globalThis, {
    setTimeout: timeout,
    setInterval: (run: () => void, ms = 0) => handle(add({ ms, everyMs: Math.max(ms, 1), run })),
    setImmediate: (run: () => void) => timeout(run, 1),
    clearTimeout: drop,
    clearInterval: drop,
    clearImmediate: drop,
    Date: new Proxy(realDate, {
      construct: (target, given: unknown[]) =>
        Reflect.construct(target, given.length > 0 ? given : [now()]) as object,
    }),
  });
  realDate.now = now;
  performance.now = now;
  return () => {
    Object.assign(globalThis, kept, { Date: realDate });
    realDate.now = keptNow;
    performance.now = keptSteady;
  };
}
