import type { IdlePeriod } from './idle-periods.ts';
import { throttledCpu } from './pages/budget.ts';
import type { BenchSettings, PartName } from './settings.ts';
import type { Store } from './stack.ts';
import type { RoundsOrder, Steady } from './steady.ts';

interface HandOver {
  handOverMs: number;
}

/** One measurement; `key` is its key in the results. */
export type RunOrder = { key: string } & (
  | ({ part: 'burst'; jobs: number; rounds: number; store: Store } & HandOver)
  | { part: 'peers'; name: string; jobs: number; rounds: number }
  | ({ part: 'rate'; minutes: number; store: Store } & Steady & HandOver)
  | ({ part: 'growth'; minutes: number } & Steady & HandOver)
  | { part: 'ledger'; jobs: number; instants: number }
  | { part: 'idle'; jobs: number; period: IdlePeriod; minutes: number }
  | { part: 'memory'; jobs: number }
  | ({ part: 'kill' | 'takeover' | 'deploy' | 'join' } & RoundsOrder)
  | { part: 'web'; jobs: number; executions: number; seconds: number }
  | { part: 'api'; jobs: number; seconds: number }
  | { part: 'pages'; rounds: number }
);

const minuteSeconds = 60;

/** Requested measurements in order: each size with its peers. */
export function planRuns(settings: BenchSettings): RunOrder[] {
  const has = (part: PartName) => settings.parts.includes(part);
  const { burst, peers, ...others } = orders;
  const sizeOf = (run: RunOrder) => ('jobs' in run ? run.jobs : 0);
  return [
    ...[...(has('burst') ? burst(settings) : []), ...(has('peers') ? peers(settings) : [])].sort(
      (a, b) => sizeOf(a) - sizeOf(b),
    ),
    ...Object.entries(others).flatMap(([part, ordersOf]) =>
      has(part as PartName) ? ordersOf(settings) : [],
    ),
  ];
}

/** Measurements of each part, in the order in which they run. */
const orders: Record<PartName, (settings: BenchSettings) => RunOrder[]> = {
  burst: ({ sizes, rounds, handOverMs }) =>
    sizes.map((jobs) => ({ key: `${jobs}`, part: 'burst', jobs, rounds, store: 'sqlite', handOverMs })),
  peers: ({ peerSizes, peers, rounds }) =>
    peerSizes.flatMap((jobs) =>
      peers.map((name) => ({ key: `${name} ${jobs}`, part: 'peers' as const, name, jobs, rounds })),
    ),
  rate: ({ stores, rates, period, minutes, handOverMs }) =>
    stores.flatMap((store) =>
      rates.map((firesPerSecond) => ({
        key: `${store} ${firesPerSecond}${period === minuteSeconds ? '' : ` each ${period} s`}`,
        part: 'rate' as const,
        ...{ jobs: firesPerSecond * period, periodMs: period * 1_000, minutes, store, handOverMs },
      })),
    ),
  growth: ({ growthJobs, growthRate, minutes, handOverMs }) =>
    growthJobs.map((jobs) => ({
      ...{ key: `${jobs}`, part: 'growth', jobs, minutes, handOverMs },
      periodMs: Math.round((jobs / growthRate) * 1_000),
    })),
  ledger: ({ rounds }) => [{ key: '1000', part: 'ledger', jobs: 1_000, instants: 4 * rounds }],
  idle: ({ idleJobs: jobs, idlePeriods, minutes }) =>
    idlePeriods.map((period) => ({
      key: period === 'day' ? `${jobs}` : `${jobs} each ${period}`,
      ...{ part: 'idle', jobs, period, minutes },
    })),
  memory: ({ memoryJobs }) => memoryJobs.map((jobs) => ({ key: `${jobs}`, part: 'memory', jobs })),
  kill: ({ heldJobs, rounds, handOverMs }) =>
    heldJobs.map((jobs) => ({ key: `${jobs}`, part: 'kill', jobs, rounds, handOverMs })),
  takeover: (settings) => [sharedJobs('takeover', settings)],
  deploy: (settings) => [sharedJobs('deploy', settings)],
  join: (settings) => [sharedJobs('join', settings)],
  web: ({ webJobs: jobs, webExecutions: executions, webSeconds: seconds }) => [
    { key: `${jobs}`, part: 'web', jobs, executions, seconds },
  ],
  api: ({ apiJobs: jobs, apiSeconds: seconds }) => [{ key: `${jobs}`, part: 'api', jobs, seconds }],
  pages: ({ rounds }) => [{ key: `${throttledCpu}x`, part: 'pages', rounds }],
};

function sharedJobs(
  part: 'takeover' | 'deploy' | 'join',
  { sharedJobs: jobs, rounds, handOverMs }: BenchSettings,
): RunOrder {
  return { key: `${jobs}`, part, jobs, rounds, handOverMs };
}
