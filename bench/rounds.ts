import { setTimeout as sleep } from 'node:timers/promises';
import { type Arrival, judgeRound, type Round } from './lateness.ts';

const lookMs = 500;

interface Rounds {
  jobs: number;
  /** One more is waited for first: it warms up and is not counted. */
  rounds: number;
  periodMs: number;
  echoUrl: string;
  path: string;
  onRound: (round: Round & { isWarmUp: boolean }) => void;
  /** How long after an instant its last call is waited for. */
  patienceMs: number;
}

/** Watches the target over some instants. */
export async function measureRounds(settings: Rounds): Promise<Round[]> {
  const { rounds, periodMs, onRound } = settings;
  const judged: Round[] = [];
  let instant = Math.ceil((Date.now() + periodMs / 2) / periodMs) * periodMs;
  for (let index = 0; index <= rounds; index += 1) {
    const round = await measureRound({ ...settings, instant });
    onRound({ ...round, isWarmUp: index === 0 });
    if (index > 0) judged.push(round);
    instant += periodMs * Math.max(Math.ceil((Date.now() - instant) / periodMs), 1);
  }
  return judged;
}

async function measureRound({
  jobs,
  echoUrl,
  path,
  patienceMs,
  instant,
}: Rounds & { instant: number }): Promise<Round> {
  // The target is left alone while calls arrive.
  await sleep(Math.max(instant - Date.now(), 0) + 3_000);
  for (;;) {
    const arrivals = await arrivalsSince({ echoUrl, path, since: instant - 2_000 });
    const round = judgeRound({ instant, arrivals, jobs });
    if (round.missed === 0 || Date.now() > instant + patienceMs) return round;
    await sleep(lookMs);
  }
}

async function arrivalsSince({ echoUrl, path, since }: { echoUrl: string; path: string; since: number }) {
  const answer = await fetch(`${echoUrl}/requests?path=${path}&since=${since}&limit=100000`);
  return ((await answer.json()) as { requests: Arrival[] }).requests;
}
