import { AsyncResource } from 'node:async_hooks';
import { type Deed, endsHere, kill, type Life } from './lives.ts';
import { turn } from './real-time.ts';
import { lifeOf, world } from './shared.ts';

interface Step {
  run: () => Promise<void> | void;
}

export type Steps = ReturnType<typeof createSteps>;

/** All possible steps at this instant; the seed decides their order. */
export function createSteps() {
  const ready: Step[] = [];
  let count = 0;

  /** Runs until nothing more can happen without time passing. */
  async function drain() {
    const { random, server, database } = world();
    for (let idle = 0; idle < 2;) {
      await turn();
      const offered = server.offers();
      const size = ready.length + offered.length;
      if (size === 0) {
        if (database.isBlocked()) await database.checkBlocked();
        else idle += 1;
        continue;
      }
      idle = 0;
      count += 1;
      const drawn = random.below(size);
      const step = drawn < ready.length ? ready.splice(drawn, 1)[0] : offered[drawn - ready.length];
      await step?.run();
    }
  }

  return {
    drain,
    count: () => count,
    add: (run: Step['run']) => void ready.push({ run }),
  };
}

/**
 * An effect of a process on the world: a separate step, before and after which the process can die. In a dead process
 * it never happens and never returns.
 */
export function effect<Result>(deed: Deed, perform: () => Promise<Result> | Result): Promise<Result> {
  const life = lifeOf();
  return new Promise((resolve, reject) => {
    if (life?.isDead) return;
    world().steps.add(async () => {
      if (life?.isDead || (await dies({ life, deed, phase: 'before' }))) return;
      let leave: () => void;
      try {
        const result = await perform();
        leave = () => resolve(result);
      } catch (error) {
        leave = () => reject(error instanceof Error ? error : new Error(String(error)));
      }
      if (life?.isDead || (await dies({ life, deed, phase: 'after' }))) return;
      leave();
    });
  });
}

/**
 * Work in real time: nothing else happens meanwhile, and virtual time is stopped. Its result, such as the end of a
 * connection, belongs to the life of the caller.
 */
export function inOneStep<Result>(work: () => Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    world().steps.add(AsyncResource.bind(() => work().then(resolve, reject)));
  });
}

export async function dies(at: {
  life: Life | undefined;
  deed: Deed;
  phase: 'before' | 'after';
}): Promise<boolean> {
  const { life, deed, phase } = at;
  if (!life || !endsHere({ life, deed, phase })) return false;
  world().trace(`${life.name} is struck ${phase} ${deed}`);
  life.isFelled = true;
  await kill(life);
  return true;
}
