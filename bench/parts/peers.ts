import { measureRounds } from '../rounds.ts';
import { say } from '../say.ts';
import { startStack } from '../stack.ts';
import { bullmqDelayed, bullmqSchedulers } from '../peers/bullmq/bullmq.ts';
import { floor } from '../peers/floor/floor.ts';
import { graphile } from '../peers/graphile/graphile.ts';
import type { Peer } from '../peers/peer.ts';
import { schedules } from '../peers/schedules/schedules.ts';

const peers = { floor, bullmqSchedulers, bullmqDelayed, graphile, schedules };
export const peerNames = Object.keys(peers);
/** Temporal starts 30 Schedules a second: more of them only wait longer. */
const mostSchedules = 1_000;
/** Default of the development server; ours suits runs that sleep. */
const defaultKeptRuns = 8_096;

/** Measures another way of calling the same target at one instant, on the same machine and PostgreSQL. */
export async function measurePeer({ name, jobs, rounds }: { name: string; jobs: number; rounds: number }) {
  const peer: Peer | undefined = { ...(peers as Record<string, Peer>) }[name];
  if (!peer) throw new Error(`There is no peer ${name}; there are ${peerNames.join(', ')}.`);
  const missing =
    (await peer.missing?.()) ?? (peer === schedules && jobs > mostSchedules && 'it would take hours');
  if (missing) {
    say(`${peer.name} is left out: ${missing}.`);
    return { name: peer.name, setting: peer.setting, skipped: missing };
  }
  const periodMs = peer.periodMs(jobs);
  const stack = await startStack({ store: 'sqlite', keptRuns: defaultKeptRuns });
  try {
    const { targetUrl } = stack;
    const { path, prepare, stop } = await peer.start({ stack, jobs, periodMs });
    const measured = await measureRounds({
      ...{ jobs, periodMs, targetUrl, path, patienceMs: periodMs - 5_000 },
      rounds: Math.min(rounds, peer.mostRounds ?? rounds),
      ...(prepare && { prepare }),
    });
    await stop();
    return { name: peer.name, setting: peer.setting, periodMs, ...measured };
  } finally {
    await stack.stop();
  }
}
