import { errorText } from '#domain/execution.ts';
import { notSent } from '#server/outbound/not-sent.server.ts';
import type { TestResult } from './types.ts';

/** Result of a test run whose worker died while its call may have been in flight: it is not repeated. */
export function lostResult({ at, timeoutSeconds }: { at: number; timeoutSeconds: number }): TestResult {
  const errorCode = 'worker_lost';
  const { detail: _, ...result } = notSent({ error: errorCode, detail: errorCode, startedAt: at });
  const verdict = errorText({ code: errorCode, statusCode: null, timeoutSeconds });
  return { ...result, endedAt: at, isSuccess: false, errorCode, verdict, variables: null };
}
