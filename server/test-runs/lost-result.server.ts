import { errorText } from '#domain/execution.ts';
import { notSent } from '#server/outbound/not-sent.server.ts';
import type { TestResult } from './types.ts';

/** What a test run reads whose worker died while its call may have been out: it is not made again. */
export function lostResult({ at, timeoutSeconds }: { at: number; timeoutSeconds: number }): TestResult {
  const errorCode = 'worker_lost';
  const { detail: _, ...result } = notSent({ error: errorCode, detail: errorCode, startedAt: at });
  const verdict = errorText({ code: errorCode, statusCode: null, timeoutSeconds });
  return { ...result, endedAt: at, isSuccess: false, errorCode, verdict, variables: null };
}
