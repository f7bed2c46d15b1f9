export interface Arrival {
  at: number;
  path: string;
  headers: Record<string, string>;
}

export interface Round {
  instant: string;
  arrived: number;
  p50Ms: number | null;
  p99Ms: number | null;
  maxMs: number | null;
  early: number;
  missed: number;
  twice: number;
}

/** What the target saw of one instant; lateness is arrival − instant. */
export function judgeRound({
  instant,
  arrivals,
  jobs,
}: {
  instant: number;
  arrivals: Arrival[];
  jobs: number;
}): Round {
  const own = arrivals.filter(
    ({ headers }) => Date.parse(headers['x-punctual-scheduled-for'] ?? '') === instant,
  );
  const lateness = own.map(({ at }) => at - instant).sort((a, b) => a - b);
  const callers = new Set(own.map(({ path }) => path));
  return {
    instant: new Date(instant).toISOString(),
    arrived: callers.size,
    p50Ms: percentile({ sorted: lateness, share: 0.5 }),
    p99Ms: percentile({ sorted: lateness, share: 0.99 }),
    maxMs: percentile({ sorted: lateness, share: 1 }),
    early: lateness.filter((late) => late < 0).length,
    missed: jobs - callers.size,
    twice: own.length - callers.size,
  };
}

/** The middle round by p99, with the worst counts of all rounds. */
export function summarize(rounds: Round[]) {
  const middle = (pick: (round: Round) => number | null) => {
    const sorted = rounds
      .map(pick)
      .filter((value) => value !== null)
      .sort((a, b) => a - b);
    return percentile({ sorted, share: 0.5 });
  };
  const sum = (pick: (round: Round) => number) => rounds.reduce((total, round) => total + pick(round), 0);
  return {
    rounds: rounds.length,
    medianP50Ms: middle(({ p50Ms }) => p50Ms),
    medianP99Ms: middle(({ p99Ms }) => p99Ms),
    medianMaxMs: middle(({ maxMs }) => maxMs),
    early: sum(({ early }) => early),
    missed: sum(({ missed }) => missed),
    twice: sum(({ twice }) => twice),
  };
}

/** Nearest rank, to a tenth of a millisecond; null without values. */
function percentile({ sorted, share }: { sorted: number[]; share: number }): number | null {
  const value = sorted[Math.max(Math.ceil(sorted.length * share) - 1, 0)];
  return value === undefined ? null : Math.round(value * 10) / 10;
}
