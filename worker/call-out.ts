import type { AttemptResult, ClaimedCall } from '#server/executions/types.ts';
import { log } from '#server/log.server.ts';
import { callTarget } from '#server/outbound/call-target.server.ts';
import { judgeAnswer } from '#server/outbound/judge-answer.server.ts';
import { recordRefusal } from '#server/outbound/record-refusal.server.ts';
import { requestOf } from '#server/outbound/request-of-call.server.ts';
import type { CallResult } from '#server/outbound/types.ts';

export type CallOut = (order: { call: ClaimedCall; signal: AbortSignal }) => Promise<AttemptResult>;

/**
 * Makes one call and judges what came of it. Never throws: a claimed attempt has been made, whatever happens
 * to it, and a defect of ours is an interruption on our side.
 */
export const callOut: CallOut = async ({ call, signal }) => {
  const startedAt = Date.now();
  try {
    const result = await callTarget({ ...requestOf(call), signal });
    if (result.fault === 'target_not_allowed') {
      // Beside the record of the attempt, which does not wait for it.
      void recordRefusal({
        reason: result.detail,
        url: call.url,
        actorId: call.ownerId,
        subjectId: call.jobId,
      });
    }
    return { call, result, ...timesOf(result), ...(await judgeAnswer({ call, result })) };
  } catch (error) {
    const detail = error instanceof Error ? error.name : 'unknown';
    log().error({ executionId: call.executionId, code: detail }, 'a call ended in a defect');
    const result = interrupted({ startedAt, detail });
    return { call, result, ...timesOf(result), ...(await judgeAnswer({ call, result })) };
  }
};

const timesOf = ({ startedAt, endedAt }: CallResult) => ({ startedAt, endedAt });

function interrupted({ startedAt, detail }: { startedAt: number; detail: string }): CallResult {
  return {
    answer: null,
    fault: 'worker_lost',
    detail,
    startedAt,
    endedAt: Math.max(Date.now(), startedAt),
    phases: { dnsMs: null, connectMs: null, tlsMs: null, waitMs: null, downloadMs: null },
    isReused: false,
    remoteAddress: null,
    tlsProtocol: null,
  };
}
