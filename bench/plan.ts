import type { BenchSettings } from './settings.ts';
import { throttledCpu } from './pages/budget.ts';
import type { Store } from './stack.ts';

/** One measurement; `key` is its key in the results. */
export type RunOrder = { key: string } & (
  | { part: 'burst'; jobs: number; rounds: number; store: Store }
  | { part: 'peers'; name: string; jobs: number; rounds: number }
  | { part: 'rate'; firesPerSecond: number; minutes: number; store: Store }
  | { part: 'ledger'; jobs: number; instants: number }
  | { part: 'idle'; jobs: number; minutes: number }
  | { part: 'kill'; jobs: number; rounds: number }
  | { part: 'web'; jobs: number; executions: number; seconds: number }
  | { part: 'api'; jobs: number; seconds: number }
  | { part: 'pages'; rounds: number }
);

/** Requested measurements in order: each size with its peers. */
export function planRuns(settings: BenchSettings): RunOrder[] {
  const { parts, sizes, peerSizes, peers, rates, stores, idleJobs, heldJobs, rounds, minutes } = settings;
  const { webJobs, webExecutions, webSeconds, apiJobs, apiSeconds } = settings;
  const has = (part: RunOrder['part']) => parts.includes(part);
  const bursts = sizes.map((jobs): RunOrder => ({
    key: `${jobs}`,
    part: 'burst',
    jobs,
    rounds,
    store: 'sqlite',
  }));
  const others = peerSizes.flatMap((jobs) =>
    peers.map((name): RunOrder => ({ key: `${name} ${jobs}`, part: 'peers', name, jobs, rounds })),
  );
  const sizeOf = (run: RunOrder) => ('jobs' in run ? run.jobs : 0);
  return [
    ...[...(has('burst') ? bursts : []), ...(has('peers') ? others : [])].sort(
      (a, b) => sizeOf(a) - sizeOf(b),
    ),
    ...(has('rate') ? stores : []).flatMap((store) =>
      rates.map((firesPerSecond): RunOrder => {
        return { key: `${store} ${firesPerSecond}`, part: 'rate', firesPerSecond, minutes, store };
      }),
    ),
    ...(has('ledger') ? [{ key: '1000', part: 'ledger', jobs: 1_000, instants: 4 * rounds } as const] : []),
    ...(has('idle') ? [{ key: `${idleJobs}`, part: 'idle', jobs: idleJobs, minutes } as const] : []),
    ...(has('kill') ? heldJobs : []).map((jobs): RunOrder => ({
      key: `${jobs}`,
      part: 'kill',
      jobs,
      rounds: Math.min(rounds, 3),
    })),
    ...(has('web')
      ? [
          {
            key: `${webJobs}`,
            part: 'web',
            jobs: webJobs,
            executions: webExecutions,
            seconds: webSeconds,
          } as const,
        ]
      : []),
    ...(has('api') ? [{ key: `${apiJobs}`, part: 'api', jobs: apiJobs, seconds: apiSeconds } as const] : []),
    ...(has('pages') ? [{ key: `${throttledCpu}x`, part: 'pages', rounds } as const] : []),
  ];
}
