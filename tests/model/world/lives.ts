import type pg from 'pg';
import { world } from './shared.ts';

/** Kinds of a process's effects on the world, as named in crash plans. */
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
  | 'keep'
  | 'takeOver'
  | 'free'
  | 'leave'
  | 'report'
  | 'reported'
  | 'statement';

export interface CrashPlan {
  deed: Deed;
  /** Before it takes effect, or afterwards but before its response arrives. */
  phase: 'before' | 'after';
  /** Number of such operations that succeed first. */
  skip: number;
}

/** One life of a process: from its start to its crash. */
export interface Life {
  name: string;
  isDead: boolean;
  /** Paused until then, like a suspended machine, with its calls and timers. */
  frozenUntil: number;
  clients: Set<pg.Client>;
  crash: CrashPlan | null;
  /** It died by its crash plan and will be restarted. */
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

/** kill -9: nothing of the process continues, and the database loses its connections. */
export async function kill(life: Life): Promise<void> {
  if (life.isDead) return;
  life.isDead = true;
  life.crash = null;
  const { trace, database } = world();
  trace(`${life.name} dies`);
  await database.cutOff([...life.clients]);
  life.onDeath?.();
}
