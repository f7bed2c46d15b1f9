import { outcomes } from '#domain/outcome.ts';
import { executionTriggers } from '#domain/trigger.ts';
import type { WorkerLoad } from '#server/executions/leases/renew-lease.server.ts';
import { claimLead, exchanges, fires, gauge } from '#server/metrics/instruments.server.ts';
import type { InFlightCalls } from '#worker/background/calls.ts';
import type { LaunchPad } from '#worker/launch-pad/launch-pad.ts';
import type { Residents } from '#worker/residents/residents.ts';

interface Measured {
  pad: Pick<LaunchPad, 'depth'>;
  calls: Pick<InFlightCalls, 'size'>;
  lease: { isHeld: () => boolean };
  residents: Pick<Residents, 'size'>;
}

const measured = new Set<Measured>();
const total = (read: (one: Measured) => number) => [...measured].reduce((sum, one) => sum + read(one), 0);

// Counters start at 0: a series starting with its first increment shows no increase.
for (const outcome of outcomes) for (const trigger of executionTriggers) fires.inc({ outcome, trigger }, 0);

gauge({
  name: 'punctual_calls_in_flight',
  help: 'Calls in flight.',
  read: () => [{ value: total(({ calls }) => calls.size()) }],
});
gauge({
  name: 'punctual_launch_pad_fires',
  help: 'Fires in the launch pad: held before their last look, claimed, or queued for a call or a limit.',
  labelNames: ['state'],
  read: () =>
    (['held', 'claimed', 'queued'] as const).map((state) => ({
      labels: { state },
      value: total(({ pad }) => pad.depth()[state]),
    })),
});
gauge({
  name: 'punctual_residents',
  help: 'Jobs that this worker holds from fire to fire.',
  read: () => [{ value: total(({ residents }) => residents.size()) }],
});
gauge({
  name: 'punctual_lease_held',
  help: '1 while this worker may call; without its lease it lets nothing go.',
  read: () => [
    {
      value: Math.min(
        total(({ lease }) => (lease.isHeld() ? 1 : 0)),
        1,
      ),
    },
  ],
});

/** Load of this process's worker; zero before it starts. */
export function workerLoad(): WorkerLoad {
  const load = { held: 0, claimed: 0, queued: 0, callsOut: 0, residents: 0 };
  for (const { pad, calls, residents } of measured) {
    // It walks through all entries: once is enough.
    const { held, claimed, queued } = pad.depth();
    load.held += held;
    load.claimed += claimed;
    load.queued += queued;
    load.callsOut += calls.size();
    load.residents += residents.size();
  }
  return load;
}

const exchangeKinds = ['taken', 'balanced', 'left'] as const;
for (const kind of exchangeKinds) exchanges.inc({ kind }, 0);

/** Counts jobs taken from other workers, given away for the balance, or left by a worker that stops. */
export function recordExchange(kind: (typeof exchangeKinds)[number], jobs: number): void {
  exchanges.inc({ kind }, jobs);
}

/** Records how long before its instant the ledger first decided about a fire; 0 if it was after it. */
export const recordClaimLead = (leadMs: number) => claimLead.observe(Math.max(leadMs, 0));

/** Registers this worker's gauges. */
export function measureWorker(one: Measured): { close: () => void } {
  measured.add(one);
  return { close: () => void measured.delete(one) };
}
