import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isFireTrigger } from '#domain/trigger.ts';
import { errorFields } from '#server/error-text.server.ts';
import { release } from '#server/executions/ledger/dispatched-attempts.server.ts';
import type { AttemptResult, Recorded } from '#server/executions/ledger/types.ts';
import { log } from '#server/log.server.ts';
import { batchDuration, batchResults } from '#server/metrics/instruments.server.ts';
import { recordAttempts } from './record-attempts.server.ts';

const batchMs = 25;
/** In a steady stream, whose batches would hold two or three results each. */
const streamBatchMs = 700;
const streamMs = 1_000;
/** The longest that a result waits for a burst of calls to leave. */
const longestHoldMs = 1_000;
/** A fire or an attempt this soon after the end of a call depends on its result: claims begin up to 2 s ahead. */
const awaitedMs = 3_000;
const batchRows = 500;
const batchBytes = 4 * 1024 * 1024;
const awayMs = 1_000;
/** SQLSTATE classes in which the same statement can succeed later: connection, locks, resources, operator, system. */
const passingClasses = new Set(['08', '25', '40', '53', '55', '57', '58', 'XX']);

export interface Recorder {
  /** Resolves once the attempt is committed, however long the database is away. */
  record: (result: AttemptResult) => Promise<Recorded>;
  /** Resolves once all handed in is committed. */
  flush: () => Promise<void>;
  close: () => Promise<void>;
}

interface Waiting {
  result: AttemptResult;
  since: number;
  resolve: (recorded: Recorded) => void;
  reject: (reason: unknown) => void;
}

/**
 * Records results of calls, many in one transaction: a batch is written after 25 ms (700 ms if another was written
 * within the last second and nobody waits for the results), 500 results or 4 MB, and not while calls are leaving: the
 * calls of an instant come first, for a second at most. While the database is down, a batch is kept and retried each
 * second until it succeeds. A result the database rejects for its content fails alone.
 */
export function createRecorder({ isBusy = () => false }: { isBusy?: () => boolean } = {}): Recorder {
  let waiting: Waiting[] = [];
  const timer = createEarliestTimer(() => leave());
  let wroteAt = -Infinity;
  let writing: Promise<void> | undefined;

  const write = async () => {
    do {
      const batch = waiting.slice(0, sizeOf(waiting));
      waiting = waiting.slice(batch.length);
      await writeBatch(batch);
    } while (waiting.length >= batchRows);
  };
  const isHeld = () =>
    waiting[0] !== undefined && performance.now() - waiting[0].since < longestHoldMs && isBusy();
  const leave = () => {
    timer.clear();
    if (isHeld()) {
      timer.set(batchMs);
      return;
    }
    // With nothing to write this must leave no promise behind: later writes would wait for it forever.
    if (waiting.length === 0) return;
    wroteAt = performance.now();
    writing ??= write().finally(rest);
  };
  const rest = () => {
    writing = undefined;
    // Results whose batching time has passed meanwhile.
    if (waiting.length > 0 && !timer.isSet()) leave();
  };
  const flush = async () => {
    while (waiting.length > 0 || writing) {
      leave();
      await (writing ?? sleep(batchMs));
    }
  };
  return {
    record: (result) =>
      new Promise((resolve, reject) => {
        const since = performance.now();
        waiting.push({ result, since, resolve, reject });
        if (waiting.length >= batchRows && !isHeld()) leave();
        else timer.set(since - wroteAt < streamMs && !isAwaited(result) ? streamBatchMs : batchMs);
      }),
    flush,
    close: flush,
  };
}

/** Keeps the earliest of the times it is set to. */
function createEarliestTimer(onTime: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let at = Infinity;
  return {
    isSet: () => timer !== undefined,
    set(ms: number) {
      const next = performance.now() + ms;
      if (timer && at <= next) return;
      clearTimeout(timer);
      at = next;
      timer = setTimeout(onTime, ms);
    },
    clear() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

/** A person, the job's next fire or the next attempt waits for this result. */
function isAwaited({ call: { trigger, deadlineAt }, endedAt, retryAt }: AttemptResult): boolean {
  const isSoon = (at: number | null) => at !== null && at - endedAt < awaitedMs;
  return !isFireTrigger(trigger) || isSoon(deadlineAt) || isSoon(retryAt);
}

/** Number of the waiting results that make up one batch. */
function sizeOf(waiting: Waiting[]): number {
  let bytes = 0;
  let rows = 0;
  for (const { result } of waiting) {
    bytes += responseSize(result.result.response);
    if (rows > 0 && (rows >= batchRows || bytes > batchBytes)) break;
    rows += 1;
  }
  return rows;
}

function responseSize(response: AttemptResult['result']['response']): number {
  if (!response) return 0;
  return Object.values(response.headers).reduce((sum, { length }) => sum + length, response.body.length);
}

async function writeBatch(batch: Waiting[]): Promise<void> {
  for (;;) {
    try {
      const startedAt = performance.now();
      const recorded = await recordAttempts(batch.map(({ result }) => result));
      batchDuration.observe(performance.now() - startedAt);
      batchResults.observe(batch.length);
      batch.forEach(({ result, resolve }, index) => {
        release(result.call);
        const response = recorded[index];
        if (response) resolve(response);
      });
      return;
    } catch (error) {
      if (!isPassing(error)) return refuse({ batch, error });
      log().warn(
        { results: batch.length, ...errorFields(error) },
        'Outcomes are kept until the database takes them.',
      );
      await sleep(isDeadlock(error) ? batchMs : awayMs);
    }
  }
}

/** A batch that is refused is written one by one; a result refused for its body, without it. */
async function refuse({ batch, error }: { batch: Waiting[]; error: unknown }): Promise<void> {
  if (batch.length > 1) {
    for (const one of batch) await writeBatch([one]);
    return;
  }
  const [one] = batch;
  const response = one?.result.result.response;
  if (one && response && (response.body || Object.keys(response.headers).length > 0)) {
    const bare = { ...response, headers: {}, body: '' };
    return writeBatch([
      { ...one, result: { ...one.result, result: { ...one.result.result, response: bare } } },
    ]);
  }
  // It stays dispatched: its call was made, and no claim pass may dispatch it again.
  one?.reject(error);
}

function isPassing(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return passingClasses.has(error.code?.slice(0, 2) ?? '');
  return !(error instanceof TypeError || error instanceof RangeError);
}

function isDeadlock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code?.startsWith('40') === true;
}
