import type { AttemptResult, ClaimedCall } from '#server/executions/ledger/types.ts';
import type { CallResult } from '#server/outbound/types.ts';
import { lifeOf, world } from '../world/shared.ts';
import { effect } from '../world/steps.ts';

/** Behavior of a target; its URL says which. */
export const manners = [
  'ok',
  'ok',
  'fail',
  'flaky',
  'busy',
  'gone',
  'slow',
  'weary',
  'weary',
  'hang',
  'refused',
  'bad',
] as const;

/** A request as it reached the target. */
export interface Arrival {
  at: number;
  endedAt: number | null;
  call: ClaimedCall;
  by: string;
}

export type Target = ReturnType<typeof createTarget>;

/** The targets of a history, and the part of a worker that calls them. */
export function createTarget() {
  const arrivals: Arrival[] = [];

  function mannerOf({ url }: ClaimedCall): { statusCode: number | null; afterMs: number } {
    const { random } = world();
    const afterMs = random.between(1, 400);
    switch (new URL(url).pathname.slice(1)) {
      case 'fail':
        return { statusCode: 500, afterMs };
      case 'flaky':
        return { statusCode: random.chance(0.5) ? 200 : 503, afterMs };
      case 'busy':
        return { statusCode: random.chance(0.5) ? 429 : 200, afterMs };
      case 'gone':
        return { statusCode: 410, afterMs };
      case 'bad':
        return { statusCode: 404, afterMs };
      case 'slow':
        return { statusCode: 200, afterMs: random.between(5, 150) * 1000 };
      case 'weary':
        return { statusCode: 503, afterMs: random.between(1, 15) * 1000 };
      case 'hang':
        return { statusCode: null, afterMs: Infinity };
      case 'refused':
        return { statusCode: null, afterMs };
      default:
        return { statusCode: 200, afterMs };
    }
  }

  async function exchange({ call, signal }: { call: ClaimedCall; signal: AbortSignal }): Promise<CallResult> {
    const { clock, trace } = world();
    const by = lifeOf()?.name ?? '';
    const arrival: Arrival = { at: 0, endedAt: null, call, by };
    await effect('call', () => {
      arrival.at = clock.now();
      arrivals.push(arrival);
      trace(
        `${by} calls job ${call.jobId}, execution ${call.executionId}, attempt ${call.attempt} (${call.url})`,
      );
    });
    const startedAt = arrival.at;
    const { statusCode, afterMs } = mannerOf(call);
    const limitMs = call.timeoutSeconds * 1000;
    const isCut = await pause({ ms: Math.min(afterMs, limitMs), signal });
    arrival.endedAt = clock.now();
    const hasResponse = !isCut && statusCode !== null && afterMs <= limitMs;
    const error = isCut
      ? 'worker_lost'
      : afterMs > limitMs
        ? 'timeout'
        : statusCode === null
          ? 'connect_failed'
          : null;
    return {
      response: hasResponse
        ? {
            statusCode,
            headers: statusCode === 429 ? { 'retry-after': '45' } : {},
            body: '',
            bytes: 0,
            isTruncated: false,
            isBinary: false,
            sha256: null,
          }
        : null,
      error,
      detail: null,
      explanation: null,
      startedAt,
      endedAt: clock.now(),
      phases: { dnsMs: null, connectMs: null, tlsMs: null, waitMs: null, downloadMs: null },
      isReused: false,
      remoteAddress: error === 'connect_failed' ? null : '192.0.2.1',
      tlsProtocol: null,
    };
  }

  return {
    arrivals,
    /** @param evaluate the product's own evaluation */
    callOut:
      (evaluate: Assess) =>
      async ({ call, signal }: { call: ClaimedCall; signal: AbortSignal }): Promise<AttemptResult> => {
        const result = await exchange({ call, signal });
        const { startedAt, endedAt } = result;
        return { call, result, startedAt, endedAt, variables: null, ...(await evaluate({ call, result })) };
      },
  };
}

type Verdict = Pick<AttemptResult, 'isSuccess' | 'errorCode' | 'verdict' | 'retryAt'>;
type Assess = (given: { call: ClaimedCall; result: CallResult }) => Promise<Verdict>;

/** @returns whether the call was aborted */
function pause({ ms, signal }: { ms: number; signal: AbortSignal }): Promise<boolean> {
  return new Promise((done) => {
    const timer = setTimeout(() => done(false), ms);
    const cut = () => {
      clearTimeout(timer);
      done(true);
    };
    if (signal.aborted) cut();
    else signal.addEventListener('abort', cut, { once: true });
  });
}
