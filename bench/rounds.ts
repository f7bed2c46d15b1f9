import { setTimeout as sleep } from 'node:timers/promises';
import { assessRound, type Round, summarize, type Summary } from './lateness.ts';
import { say } from './say.ts';
import { arrivalsSince } from './target/ask.ts';

const pollMs = 500;
/** A new process is still compiling its code during its first bursts. The peers have as many warm-up rounds. */
export const warmUpRounds = 3;
/** Leaves the target alone for this long after an instant, while calls arrive. */
const quietMs = 3_000;

export interface Rounds {
  jobs: number;
  /** Measured rounds, after the warm-up rounds. */
  rounds: number;
  periodMs: number;
  /** No instant is before this one, in milliseconds. */
  notBefore?: number;
  targetUrl: string;
  /** Prefix of all calls' paths. */
  path: string;
  /** Time to wait for the last call of an instant. */
  patienceMs: number;
  /** Time between the first warm-up round and the next round, in milliseconds; one period by default. */
  restMs?: number;
  /** Called some seconds before an instant. */
  prepare?: (instant: number) => Promise<void>;
}

export interface Measured extends Summary {
  warmUps: Round[];
  each: Round[];
}

/** Measures the arrivals at some instants that all jobs share. */
export async function measureRounds(settings: Rounds): Promise<Measured> {
  const { rounds, periodMs, notBefore = 0, restMs = 0, prepare } = settings;
  const warmUps: Round[] = [];
  const each: Round[] = [];
  let instant = Math.ceil(Math.max(Date.now() + periodMs * 0.6, notBefore) / periodMs) * periodMs;
  for (let index = 0; index < warmUpRounds + rounds; index += 1) {
    await sleep(Math.max(instant - Date.now() - periodMs * 0.6, 0));
    await prepare?.(instant);
    const round = await measureRound({ ...settings, instant });
    const isMeasured = index >= warmUpRounds;
    say(`${isMeasured ? '' : 'warm-up '}${JSON.stringify(round)}`);
    (isMeasured ? each : warmUps).push(round);
    const restedAt = Date.now() + (index === 0 ? restMs : 0);
    instant += periodMs * Math.max(Math.ceil((restedAt - instant) / periodMs), 1);
  }
  const { early, missed, twice } = summarize([...warmUps, ...each]);
  return { ...summarize(each), early, missed, twice, warmUps, each };
}

async function measureRound({
  jobs,
  targetUrl,
  path,
  patienceMs,
  instant,
}: Rounds & { instant: number }): Promise<Round> {
  await sleep(Math.max(instant - Date.now(), 0) + quietMs);
  for (;;) {
    const arrivals = await arrivalsSince({ targetUrl, path, since: instant });
    const round = assessRound({ instant, arrivals, jobs });
    if (round.missed === 0 || Date.now() > instant + patienceMs) return round;
    await sleep(pollMs);
  }
}
