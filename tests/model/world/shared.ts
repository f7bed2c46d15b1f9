import { AsyncLocalStorage } from 'node:async_hooks';
import type { Server } from '../temporal/server.ts';
import type { Clock } from './clock.ts';
import type { Database } from './database.ts';
import type { Life } from './lives.ts';
import type { Random } from './random.ts';
import type { Steps } from './steps.ts';

/** The environment of a history. */
export interface World {
  random: Random;
  clock: Clock;
  steps: Steps;
  database: Database;
  server: Server;
  /** Violated rules, in words. */
  violations: string[];
  trace: (line: string) => void;
}

// Each process of a history is a separate module graph, with its own copies of the simulations: shared state is on
// the one global object.
interface Shared {
  world: World | undefined;
  life: AsyncLocalStorage<Life | undefined>;
}

const key = Symbol.for('punctual.model');
const holder = globalThis as unknown as Record<symbol, Shared | undefined>;

export const shared: Shared = (holder[key] ??= { world: undefined, life: new AsyncLocalStorage() });

export function world(): World {
  if (!shared.world) throw new Error('No history is running.');
  return shared.world;
}

export const lifeOf = () => shared.life.getStore();
