import { toAttemptView, type AttemptView } from '#app/presenters/execution/attempt-view.ts';
import type { TestRunView } from '#server/test-runs/types.ts';
import { toTestRunExchange, type TestRunExchange } from './test-run-exchange.ts';

/** A test run as the form shows it. Instants are UTC milliseconds. */
export interface TestRunState {
  id: string;
  stage: 'queued' | 'connecting' | 'waiting' | 'ended';
  createdAt: number;
  /** Null until it has ended. */
  result: TestRunOutcome | null;
}

export interface TestRunOutcome extends TestRunExchange {
  isSuccess: boolean;
  /** The rule that decided, in words. */
  verdict: string;
  attempt: AttemptView;
}

export function toTestRunState(run: TestRunView): TestRunState {
  const { id, createdAt, form } = run;
  if (run.stage === 'queued') return { id, stage: 'queued', createdAt, result: null };
  if (run.stage === 'running') {
    return { id, stage: run.isSent ? 'waiting' : 'connecting', createdAt, result: null };
  }
  const { result } = run;
  const attempt = toAttemptView({
    attempt: {
      ...result.phases,
      number: 1,
      startedAt: new Date(result.startedAt),
      endedAt: new Date(result.endedAt),
      durationMs: result.endedAt - result.startedAt,
      isReused: result.isReused,
      remoteAddress: result.remoteAddress,
      tlsProtocol: result.tlsProtocol,
      statusCode: result.response?.statusCode ?? null,
      errorCode: result.errorCode,
      retryAfterMs: null,
      hops: result.hops,
      request: run.request,
      response: result.response,
    },
    type: form.type,
    isRevealed: false,
    timeoutSeconds: form.timeoutSeconds,
    template: form.webhookUrl,
  });
  const { isSuccess, verdict } = result;
  return {
    id,
    stage: 'ended',
    createdAt,
    result: { isSuccess, verdict, attempt, ...toTestRunExchange(run) },
  };
}
