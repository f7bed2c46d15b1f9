import { calledHost } from '#domain/called-host.ts';
import { redirectTarget, type RedirectTarget } from '#domain/redirect-target.ts';
import { remedyOf, type Remedy } from '#domain/remedies.ts';
import type { TestRunView } from '#server/test-runs/types.ts';
import { rawRequest, rawResponse } from './raw-exchange.ts';

export type EndedTestRun = Extract<TestRunView, { stage: 'ended' }>;

export interface TestRunExchange {
  /** Null where nothing went wrong. */
  remedy: Remedy | null;
  /** Where an answer of 3xx points to, made whole by the tested URL. */
  redirect: RedirectTarget | null;
  /** False for a request that never left. */
  isSent: boolean;
  /** Null for mails. */
  rawRequest: string | null;
  /** Null for mails, and where no status line came. */
  rawResponse: string | null;
}

/** Details of a test run beyond its verdict, for the screen and the API. */
export function toTestRunExchange({ form, request, result }: EndedTestRun): TestRunExchange {
  const { response, phases } = result;
  const isMail = form.type === 'email';
  return {
    remedy: remedyFor({ form, result }),
    redirect: redirectTarget({
      statusCode: response?.statusCode ?? null,
      location: response?.headers['location'],
      base: request?.url,
      hops: result.hops,
      template: form.webhookUrl,
    }),
    isSent: phases.waitMs !== null || result.hops !== undefined,
    rawRequest: request && rawRequest(request),
    rawResponse: isMail || !response ? null : rawResponse(response),
  };
}

function remedyFor({ form, result }: Pick<EndedTestRun, 'form' | 'result'>): Remedy | null {
  const { errorCode: code, response, verdict, hops = [] } = result;
  if (code === null) return null;
  const { type, timeoutSeconds, webhookUrl } = form;
  const host = calledHost({ url: webhookUrl, hops });
  const statusCode = response?.statusCode ?? null;
  const facts = { type, statusCode, timeoutSeconds, host, redirects: hops.length, verdict };
  const remedy = remedyOf({ code, ...facts });
  // A test run has no Replay.
  return remedy && code === 'worker_lost'
    ? { ...remedy, remedy: 'Nothing is wrong on your side. Run the test again.' }
    : remedy;
}
