import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

// Metrics of this process. Label values are our own codes, states and names: never an id, host or text of a user.
// docs/operations.md explains each.

export const registry = new Registry();
const registers = [registry];

/** From one millisecond to a minute. */
const milliseconds = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000];

export const fires = new Counter({
  name: 'punctual_fires_total',
  help: 'Executions that ended, by outcome and trigger; a counted row counts all its fires.',
  labelNames: ['outcome', 'trigger'],
  registers,
});

export const lateness = new Histogram({
  name: 'punctual_fire_lateness_milliseconds',
  help: 'From the instant that the schedule names to the moment the first attempt left.',
  buckets: milliseconds,
  registers,
});

export const claimLead = new Histogram({
  name: 'punctual_claim_lead_milliseconds',
  help: 'From the first decision of the ledger about a fire to its instant; 0 if the instant came first.',
  buckets: [0, 10, 20, 50, 100, 150, 200, 250, 300, 500, 1_000],
  registers,
});

export const attempts = new Counter({
  name: 'punctual_attempts_total',
  help: 'Recorded attempts, by error code (none: no error) and status class.',
  labelNames: ['error_code', 'status_class'],
  registers,
});

export const exchanges = new Counter({
  name: 'punctual_residents_exchanged_total',
  help: 'Jobs that moved between workers: taken, given away for the balance, or left by a worker that stops.',
  labelNames: ['kind'],
  registers,
});

export const batchResults = new Histogram({
  name: 'punctual_ledger_batch_results',
  help: 'Results that one transaction of the ledger wrote.',
  buckets: [1, 2, 5, 10, 20, 50, 100, 200, 350, 500],
  registers,
});

export const batchDuration = new Histogram({
  name: 'punctual_ledger_batch_duration_milliseconds',
  help: 'How long a transaction took that wrote results.',
  buckets: milliseconds,
  registers,
});

export const requestDuration = new Histogram({
  name: 'punctual_http_request_duration_seconds',
  help: 'Responses of the web process, by route template.',
  labelNames: ['method', 'route', 'status_class'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
});

/** A number read at each scrape; without one, the metric has no value. */
export function gauge<Label extends string = never>({
  name,
  help,
  labelNames = [],
  read,
}: {
  name: string;
  help: string;
  labelNames?: Label[];
  read: () => Promise<Reading<Label>[]> | Reading<Label>[];
}): void {
  new Gauge({
    ...{ name, help, labelNames, registers },
    async collect() {
      this.reset();
      if (labelNames.length === 0) this.remove();
      try {
        for (const { labels, value } of await read())
          this.set((labels ?? {}) as Record<Label, string>, value);
      } catch {
        // A scrape must not fail because the database is away.
      }
    },
  });
}

export interface Reading<Label extends string = never> {
  labels?: Record<Label, string>;
  value: number;
}

/** 2xx to 5xx, or none without a response. */
export function statusClass(statusCode: number | null | undefined): string {
  return statusCode ? `${Math.floor(statusCode / 100)}xx` : 'none';
}

let isMeasured = false;
/**
 * Each sample of the event loop is a timer: the default of a hundred a second takes a quarter of an idle worker's time.
 */
const lagPollMs = 50;

/** Metrics of Node itself: memory, event loop, garbage collection. */
export function measureProcess(): void {
  if (isMeasured) return;
  isMeasured = true;
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: lagPollMs });
}
