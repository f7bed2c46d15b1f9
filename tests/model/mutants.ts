/** A text of a replaced file. */
export interface Edit {
  file: string;
  find: string;
  put: string;
}

/** A defect put into the engine. */
export interface Mutant {
  name: string;
  edits: Edit[];
}

/** Each of these has to be noticed; `MODEL_MUTANT=<name>` runs the histories against one. */
export const mutants: Mutant[] = [
  {
    name: 'a worker that continues without its lease',
    edits: [
      {
        file: 'worker/background/lease.ts',
        find: 'const isHeld = () => !isClosed && Date.now() < until.wall && performance.now() < until.steady;',
        put: 'const isHeld = () => !isClosed;',
      },
      {
        file: 'server/executions/claiming/hold-lease.server.ts',
        find: 'return rows.length > 0;',
        put: 'return rows.length >= 0;',
      },
    ],
  },
  {
    name: 'a version that counts as applied before its push',
    edits: [
      {
        file: 'server/engine/relay/relay.server.ts',
        find: 'const failed: UnappliedJob[] = [];',
        put: 'const failed: UnappliedJob[] = [];\n  await markApplied(jobs.filter((job) => !job.isDeleted));',
      },
    ],
  },
  {
    name: 'a retry after a pause',
    edits: [
      {
        file: 'server/executions/claiming/claim-attempt.server.ts',
        find: "if (wasPaused || !isActive({ ...job, now })) return { outcome: 'failed', reason: 'owner' };",
        put: '',
      },
    ],
  },
  {
    name: 'a retry after the next fire',
    edits: [
      {
        file: 'server/executions/claiming/claim-attempt.server.ts',
        find: 'if (isLate || isNextDue || (await hasLaterRow({ client, row })))',
        put: 'if (false)',
      },
    ],
  },
  {
    name: 'an attempt that waits for no other call',
    edits: [
      {
        file: 'server/executions/claiming/claim-attempt.server.ts',
        find: "if (job.overlap !== 'allow' && others.some(isRunning)) return later;",
        put: '',
      },
    ],
  },
  {
    name: 'a settlement that ends a recorded attempt',
    edits: [
      {
        file: 'server/executions/leases/rescue-lost-workers.server.ts',
        find: 'const rows = (await readWorkerRows({ client, workerIds })).filter(isRunning);',
        put: 'const rows = seen;',
      },
    ],
  },
  {
    name: 'a worker that is settled while it is alive',
    edits: [
      {
        file: 'server/executions/leases/rescue-lost-workers.server.ts',
        find: 'where "leaseUntil" <= clock_timestamp() and',
        put: `where "leaseUntil" <= clock_timestamp() + interval '8 seconds' and`,
      },
    ],
  },
  {
    name: 'a result recorded over a settlement',
    edits: [
      {
        file: 'server/executions/recording/record-attempts.server.ts',
        find: 'return row.outcome === null && row.retryAt === null && !row.isAttemptEnded;',
        put: 'return row.outcome === null;',
      },
    ],
  },
  {
    name: 'a skip that is ignored',
    edits: [
      {
        file: 'server/executions/ledger/skips.server.ts',
        find: '"Skip" s on s."jobId" = f."jobId" and',
        put: '"Skip" s on s."jobId" = 0 and',
      },
    ],
  },
  {
    name: 'a streak that a success does not end',
    edits: [
      {
        file: 'server/executions/recording/record-completions.server.ts',
        find: 'failureStreak: 0, streakStartedAt: null',
        put: 'failureStreak: before.failureStreak, streakStartedAt: null',
      },
    ],
  },
  {
    name: 'a claim whose response was lost and that is never called',
    edits: [
      {
        file: 'server/executions/claiming/claim-fires.server.ts',
        find: 'row.workerId === workerId && !isDispatched',
        put: 'row.workerId === "" && !isDispatched',
      },
    ],
  },
  {
    name: 'a job loop that ignores updates',
    edits: [
      {
        file: 'workflows/job-loop.ts',
        find: 'if (isNew) loop.known = version;',
        put: 'if (isNew) { loop.known = version; return; }',
      },
    ],
  },
  {
    name: 'a deleted job whose job loop continues',
    edits: [
      {
        file: 'server/engine/remove-job.server.ts',
        find: 'new Set([jobWorkflowId(jobId), ...runs])',
        put: 'new Set(runs)',
      },
    ],
  },
  {
    name: 'a manual run of a paused job',
    edits: [
      {
        file: 'server/executions/claiming/claim-run.server.ts',
        find: "if (!isActive({ ...job, now })) return 'owner';",
        put: '',
      },
    ],
  },
  {
    name: 'a taker that plans without settling the past',
    edits: [
      {
        file: 'server/executions/planning/plan-fires.server.ts',
        find: 'const unsettled = asks.filter((ask) => isUnsettled(first, ask));',
        put: 'const unsettled: Ask[] = [];',
      },
    ],
  },
  {
    name: 'a report that is never repeated',
    edits: [
      {
        file: 'worker/residents/reporter.ts',
        find: '      onError(error);\n      due.postpone(one);',
        put: '      onError(error);\n      due.remove(resident);',
      },
    ],
  },
  {
    name: 'a report without the attempts that wait',
    edits: [
      {
        file: 'worker/residents/reporter.ts',
        find: 'waiting: [...waiting],',
        put: 'waiting: [],',
      },
    ],
  },
  {
    name: 'a worker without a lease that keeps its residents',
    edits: [
      {
        file: 'worker/start-worker.ts',
        find: 'onLost: () => residents.forget([...residents.jobs.keys()]),',
        put: 'onLost: () => {},',
      },
    ],
  },
  {
    name: 'a resident that misses the end of its pause',
    edits: [
      {
        file: 'worker/residents/residents.ts',
        find: 'if (resident && dropped === 0 && isUnknown(resident, version)) void firing.plan(resident);',
        put: '',
      },
    ],
  },
  {
    name: 'two holders that both call',
    edits: [
      {
        file: 'server/executions/claiming/claim-fires.server.ts',
        find: 'row.workerId === workerId && !isDispatched',
        put: '!isDispatched',
      },
    ],
  },
  {
    name: 'a repeated call that nobody makes',
    edits: [
      {
        file: 'worker/residents/planner.ts',
        find: 'if (waiting.retryAt <= now()) void repeat(resident, waiting);',
        put: 'if (waiting.retryAt <= now()) continue;',
      },
    ],
  },
  {
    name: 'a lost worker whose jobs stay assigned to it',
    edits: [
      {
        file: 'server/executions/leases/rescue-lost-workers.server.ts',
        find: 'await freeLostResidencies({ client, workerIds, jobIds });',
        put: '',
      },
    ],
  },
  {
    name: 'a worker that stops without giving its jobs away',
    edits: [
      {
        file: 'worker/residents/exchange.ts',
        find: 'await retry(store.leave);',
        put: '',
      },
    ],
  },
  {
    name: 'a job that goes back to Temporal after each fire',
    edits: [
      {
        file: 'worker/residents/firing.ts',
        find: 'if (isGone || isEnding) return;',
        put: 'return;',
      },
    ],
  },
  {
    name: 'a fire that is held only after the last call has ended',
    edits: [
      {
        file: 'worker/residents/firing.ts',
        find: 'firing.afterBurst.wait({ bytes: 0 }).then(() => aimBesideCall(firing, held))',
        put: 'calling.then(() => aimBesideCall(firing, held), () => true)',
      },
    ],
  },
  {
    name: 'a paused job whose report names its next fires',
    edits: [
      {
        file: 'worker/residents/reporter.ts',
        find: 'const isKnown = !isPaused && cron',
        put: 'const isKnown = cron',
      },
    ],
  },
];
