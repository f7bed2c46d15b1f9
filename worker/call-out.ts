import { errorCode, errorFields } from '#server/error-text.server.ts';
import type { AttemptResult, ClaimedCall } from '#server/executions/ledger/types.ts';
import { log } from '#server/log.server.ts';
import { sendJobMail } from '#server/mail/send-job-mail.server.ts';
import { callTarget } from '#server/outbound/call-target.server.ts';
import { recordRefusal } from '#server/outbound/guard/record-refusal.server.ts';
import { maskResult } from '#server/outbound/masking/mask-result.server.ts';
import { createMask, type Mask } from '#server/outbound/masking/mask-secrets.server.ts';
import type { HiddenValues } from '#server/outbound/masking/secret-needles.server.ts';
import { notSent } from '#server/outbound/not-sent.server.ts';
import { dropToken } from '#server/outbound/request/kept-token.server.ts';
import { renderCall } from '#server/outbound/request/render-call.server.ts';
import { evaluateResponse } from '#server/outbound/response/evaluate-response.server.ts';
import { readWatchedValue } from '#server/outbound/response/watched-value.server.ts';
import type { CallRequest, CallResult } from '#server/outbound/types.ts';
import { corrected, now } from '#worker/background/clock.ts';

export interface CallOrder {
  call: ClaimedCall;
  signal: AbortSignal;
  /** Called once the request has left, if it does. */
  onSent?: () => void;
  /** Called once the response is there, or the call has failed; it is evaluated when the promise resolves. */
  onResponded?: (result: CallResult) => Promise<void>;
  /** Called before a redirect or a call of a token URL, with its host, and its port unless it is the scheme's own. */
  mayFollow?: CallRequest['mayFollow'];
}

export type CallOut = (order: CallOrder) => Promise<AttemptResult>;

/**
 * Makes one call and judges its result. Never throws: a claimed attempt counts as made in any case, and a bug of ours
 * is an interruption on our side.
 */
export const callOut: CallOut = async (order) => {
  const { call } = order;
  const startedAt = Date.now();
  try {
    const sent = await send(order);
    await order.onResponded?.(sent.result);
    const made = await evaluated({ call, ...sent });
    const { errorCode: code, startedAt: leftAt, endedAt } = made;
    const statusCode = made.result.response?.statusCode;
    log().debug({ ...namesOf(call), code, statusCode, durationMs: endedAt - leftAt }, 'a call was made');
    return made;
  } catch (error) {
    log().error({ ...namesOf(call), ...errorFields(error) }, 'a call ended in a defect');
    const result = notSent({ error: 'worker_lost', detail: errorCode(error), startedAt });
    return evaluated({ call, result, variables: null, secretValues: null });
  }
};

const namesOf = ({ jobId, executionId, attempt }: ClaimedCall) => ({ jobId, executionId, attempt });

/** The next attempt may meet the refused token. */
const logUndropped = (error: unknown) =>
  log().error(errorFields(error), 'a refused access token was not dropped');

type Sent = Pick<AttemptResult, 'result' | 'variables'> & { secretValues: HiddenValues | null };

/** Maximum wait of a token request for a slot at the host of its token URL. */
const tokenPlaceMs = 10_000;

const nothingToMask = createMask({ secrets: {} });

/** Judges the response, and keeps it without the secrets of the call. */
async function evaluated({
  call,
  result,
  variables,
  secretValues,
}: Sent & { call: ClaimedCall }): Promise<AttemptResult> {
  const mask = secretValues ? createMask(secretValues) : nothingToMask;
  const { startedAt, endedAt } = result;
  const verdict = await evaluateResponse({ call, result, now: corrected(endedAt), mask });
  const watched = verdict.isSuccess ? await watchedOf({ call, result, mask }) : null;
  return {
    call,
    result: await maskResult({ result, mask }),
    variables,
    startedAt,
    endedAt,
    ...verdict,
    watched,
  };
}

/** Of the job as it is saved: a test run and a replay may send another request. */
async function watchedOf({
  call,
  result: { response },
  mask,
}: Pick<Sent, 'result'> & { call: ClaimedCall; mask: Mask }) {
  const { answerWatch: watch = null, type, trigger, ownerId } = call;
  if (watch === null || response === null || type === 'email') return null;
  if (trigger === 'test' || trigger === 'replay') return null;
  try {
    return await readWatchedValue({ watch, response, ownerId, mask });
  } catch (error) {
    // The call succeeded, whatever its response holds.
    log().error({ ...namesOf(call), ...errorFields(error) }, 'a watched value could not be read');
    return null;
  }
}

/** Renders a call; while its access token is requested, its slot is at the host of the token URL. */
async function renderedCall({ call, signal, mayFollow }: Pick<CallOrder, 'call' | 'signal' | 'mayFollow'>) {
  if (!mayFollow) return renderCall({ call, now });
  const place = { isElsewhere: false };
  const mayCall = async (target: string) => {
    const longest = AbortSignal.any([signal, AbortSignal.timeout(tokenPlaceMs)]);
    const result = await mayFollow(target, longest);
    if (result !== 'capped') place.isElsewhere = true;
    return result === 'go';
  };
  const rendered = await renderCall({ call, now, mayCall });
  if (place.isElsewhere) await mayFollow(new URL(call.url).host, signal);
  return rendered;
}

async function send({ call, signal, onSent, mayFollow }: CallOrder): Promise<Sent> {
  const rendered = await renderedCall({ call, signal, mayFollow });
  if ('error' in rendered) {
    const { error, explanation } = rendered;
    return {
      result: notSent({ error, detail: 'not rendered', explanation, startedAt: Date.now() }),
      variables: null,
      secretValues: null,
    };
  }
  const { request, variables, secrets, hidden, access } = rendered;
  const secretValues = { secrets, headers: request.headers, hidden };
  if (/^mailto:/i.test(request.url)) {
    const { url, payload } = request;
    return {
      result: await sendJobMail({ call: { ...call, url, payload }, signal }),
      variables,
      secretValues,
    };
  }
  const keepsHead = call.trigger === 'test';
  const hooks = { ...(onSent && { onSent }), ...(mayFollow && { mayFollow }) };
  const result = await callTarget({ ...request, signal, keepsHead, ...hooks });
  if (access && result.response?.statusCode === 401) await dropToken(access).catch(logUndropped);
  if (result.error === 'target_not_allowed') {
    // Beside the record of the attempt, without delaying it.
    void recordRefusal({
      reason: result.detail,
      url: result.hops?.at(-1)?.location ?? call.url,
      actorId: call.ownerId,
      subjectId: call.jobId,
    });
  }
  const isSigned = Object.hasOwn(request.headers, 'webhook-signature');
  return { result: { ...result, isSigned }, variables, secretValues };
}
