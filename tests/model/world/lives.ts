import type pg from 'pg';
import { world } from './shared.ts';

/** Kinds of what a process does to the world, as crashes name them. */
export type Deed =
  | 'claim'
  | 'record'
  | 'settle'
  | 'plan'
  | 'take'
  | 'mark'
  | 'save'
  | 'signal'
  | 'start'
  | 'call'
  | 'complete'
  | 'statement';

export interface CrashPlan {
  deed: Deed;
  /** Before it takes effect, or after it did and before its answer arrives. */
  phase: 'before' | 'after';
  /** So many such deeds go well first. */
  skip: number;
}

/** One life of a process: from its start to its crash. */
export interface Life {
  name: string;
  isDead: boolean;
  /** It stands still until then, like a paused machine; its calls and timers with it. */
  frozenUntil: number;
  clients: Set<pg.Client>;
  crash: CrashPlan | null;
  /** It died by its crash plan: somebody starts it again. */
  isFelled: boolean;
  onDeath: (() => void) | null;
}

export function createLife(name: string): Life {
  return {
    name,
    isDead: false,
    frozenUntil: 0,
    clients: new Set(),
    crash: null,
    isFelled: false,
    onDeath: null,
  };
}

/** Reports whether the process ends here, by the crash planned for it. */
export function endsHere({ life, deed, phase }: { life: Life; deed: Deed; phase: CrashPlan['phase'] }) {
  const { crash } = life;
  if (!crash || crash.phase !== phase) return false;
  if (crash.deed !== deed && crash.deed !== 'statement') return false;
  if (crash.skip > 0) {
    crash.skip -= 1;
    return false;
  }
  return true;
}

/** kill -9: nothing of the process goes on, and the database loses its connections. */
export async function kill(life: Life): Promise<void> {
  if (life.isDead) return;
  life.isDead = true;
  life.crash = null;
  const { trace, database } = world();
  trace(`${life.name} dies`);
  await database.cutOff([...life.clients]);
  life.onDeath?.();
}
