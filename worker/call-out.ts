import type { AttemptResult, ClaimedCall } from '#server/executions/types.ts';
import { log } from '#server/log.server.ts';
import { sendJobMail } from '#server/mail/send-job-mail.server.ts';
import { callTarget } from '#server/outbound/call-target.server.ts';
import { judgeAnswer } from '#server/outbound/judge-answer.server.ts';
import { maskSecrets } from '#server/outbound/mask-secrets.server.ts';
import { notSent } from '#server/outbound/not-sent.server.ts';
import { recordRefusal } from '#server/outbound/record-refusal.server.ts';
import { renderCall } from '#server/outbound/render-call.server.ts';
import type { CallResult } from '#server/outbound/types.ts';
import { corrected, now } from './clock.ts';

export interface CallOrder {
  call: ClaimedCall;
  signal: AbortSignal;
  /** Called once the request is on its way, if it ever is. */
  onSent?: () => void;
}

export type CallOut = (order: CallOrder) => Promise<AttemptResult>;

/**
 * Makes one call and judges what came of it. Never throws: a claimed attempt has been made, whatever happens
 * to it, and a defect of ours is an interruption on our side.
 */
export const callOut: CallOut = async (order) => {
  const { call } = order;
  const startedAt = Date.now();
  try {
    const made = await judged({ call, ...(await send(order)) });
    const { errorCode: code, startedAt: leftAt, endedAt } = made;
    const statusCode = made.result.answer?.statusCode;
    log().debug({ ...namesOf(call), code, statusCode, durationMs: endedAt - leftAt }, 'a call was made');
    return made;
  } catch (error) {
    const detail = error instanceof Error ? error.name : 'unknown';
    log().error({ ...namesOf(call), code: detail }, 'a call ended in a defect');
    const result = notSent({ fault: 'worker_lost', detail, startedAt });
    return judged({ call, result, variables: null });
  }
};

const namesOf = ({ jobId, executionId, attempt }: ClaimedCall) => ({ jobId, executionId, attempt });

type Sent = Pick<AttemptResult, 'result' | 'variables'>;

async function judged({ call, result, variables }: Sent & { call: ClaimedCall }): Promise<AttemptResult> {
  const { startedAt, endedAt } = result;
  const verdict = await judgeAnswer({ call, result, now: corrected(endedAt) });
  return { call, result, variables, startedAt, endedAt, ...verdict };
}

async function send({ call, signal, onSent }: CallOrder): Promise<Sent> {
  const rendered = await renderCall({ call, now });
  if ('fault' in rendered) {
    const { fault, explanation } = rendered;
    return {
      result: notSent({ fault, detail: 'variables', explanation, startedAt: Date.now() }),
      variables: null,
    };
  }
  const { request, variables, secrets } = rendered;
  if (/^mailto:/i.test(request.url)) {
    const { url, payload } = request;
    return { result: await sendJobMail({ call: { ...call, url, payload }, signal }), variables };
  }
  const result = await callTarget({ ...request, signal, ...(onSent && { onSent }) });
  if (result.fault === 'target_not_allowed') {
    // Beside the record of the attempt, which does not wait for it.
    void recordRefusal({
      reason: result.detail,
      url: call.url,
      actorId: call.ownerId,
      subjectId: call.jobId,
    });
  }
  const isSigned = Object.hasOwn(request.headers, 'webhook-signature');
  return { result: { ...withMaskedLocation({ result, secrets }), isSigned }, variables };
}

/** Where a target points to mostly repeats the URL that was called, and so the secrets of it. */
function withMaskedLocation({
  result,
  secrets,
}: {
  result: CallResult;
  secrets: Record<string, string>;
}): CallResult {
  const { answer } = result;
  const location = answer?.headers['location'];
  if (!answer || location === undefined) return result;
  const headers = { ...answer.headers, location: maskSecrets({ text: location, secrets }) };
  return { ...result, answer: { ...answer, headers } };
}
