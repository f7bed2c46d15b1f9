/** A call as received by the target, in UTC milliseconds. */
export interface Arrival {
  at: number;
  path: string;
  /** Scheduled time, as the call states it. */
  scheduledFor: number;
}

export interface Lateness {
  p50Ms: number | null;
  p99Ms: number | null;
  maxMs: number | null;
  early: number;
}

export interface Round extends Lateness {
  instant: string;
  arrived: number;
  missed: number;
  twice: number;
}

/** Lateness is arrival minus scheduled time. */
export function latenessOf(arrivals: Arrival[]): Lateness {
  const sorted = arrivals.map(({ at, scheduledFor }) => at - scheduledFor).sort((a, b) => a - b);
  return {
    p50Ms: percentile({ sorted, share: 0.5 }),
    p99Ms: percentile({ sorted, share: 0.99 }),
    maxMs: percentile({ sorted, share: 1 }),
    early: sorted.filter((late) => late < 0).length,
  };
}

/** Assesses the arrivals of one instant shared by all jobs. */
export function assessRound({
  instant,
  arrivals,
  jobs,
}: {
  instant: number;
  arrivals: Arrival[];
  jobs: number;
}): Round {
  const own = arrivals.filter(({ scheduledFor }) => scheduledFor === instant);
  const callers = new Set(own.map(({ path }) => path));
  return {
    instant: new Date(instant).toISOString(),
    arrived: callers.size,
    ...latenessOf(own),
    missed: jobs - callers.size,
    twice: own.length - callers.size,
  };
}

export interface Summary extends Lateness {
  rounds: number;
  /** P99 of the worst round. */
  worstP99Ms: number;
  /** Latest call of all rounds. */
  worstMs: number;
  missed: number;
  twice: number;
}

/** Median of each figure over the rounds, and the sums of early, missed and duplicate calls. */
export function summarize(rounds: (Lateness & Pick<Round, 'missed' | 'twice'>)[]): Summary {
  const middle = (name: 'p50Ms' | 'p99Ms' | 'maxMs') => median(rounds.map((round) => round[name]));
  const worst = (name: 'p99Ms' | 'maxMs') => Math.max(...rounds.map((round) => round[name] ?? Infinity));
  const sum = (pick: (round: (typeof rounds)[number]) => number) =>
    rounds.reduce((total, round) => total + pick(round), 0);
  return {
    rounds: rounds.length,
    p50Ms: middle('p50Ms'),
    p99Ms: middle('p99Ms'),
    maxMs: middle('maxMs'),
    worstP99Ms: worst('p99Ms'),
    worstMs: worst('maxMs'),
    early: sum(({ early }) => early),
    missed: sum(({ missed }) => missed),
    twice: sum(({ twice }) => twice),
  };
}

/** Median of the known values. */
export function median(values: (number | null)[]): number | null {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b);
  return percentile({ sorted, share: 0.5 });
}

/** Nearest rank, to a tenth of a millisecond; null without values. */
export function percentile({ sorted, share }: { sorted: number[]; share: number }): number | null {
  const value = sorted[Math.max(Math.ceil(sorted.length * share) - 1, 0)];
  return value === undefined ? null : Math.round(value * 10) / 10;
}
