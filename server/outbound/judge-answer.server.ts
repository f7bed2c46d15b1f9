import { acceptedRanges, criterionFault, verdictOf } from '#domain/criterion.ts';
import { isRetried, retryDelayMs } from '#domain/retry.ts';
import type { AttemptResult, ClaimedCall } from '#server/executions/types.ts';
import { matchPattern } from './match-pattern.server.ts';
import { retryAfterMs } from './retry-after.server.ts';
import type { CallAnswer, CallResult } from './types.ts';

type Verdict = Pick<AttemptResult, 'isSuccess' | 'errorCode' | 'verdict' | 'retryAt'>;

/**
 * Whether a call was a success, by which rule, and when it is tried again (D14, D15). The ledger holds
 * `retryAt` against the next fire.
 * @param random draws from [0, 1), for the spread of the delay
 */
export async function judgeAnswer({
  call,
  result,
  random = Math.random,
}: {
  call: ClaimedCall;
  result: CallResult;
  random?: () => number;
}): Promise<Verdict> {
  const { answer } = result;
  const errorCode = result.fault ?? (answer ? await faultOfAnswer({ call, answer }) : 'protocol_error');
  const statusCode = answer?.statusCode ?? null;
  const verdict = verdictOf({ ...call, errorCode, statusCode, criterion: call.successCriterion });
  if (errorCode === null) return { isSuccess: true, errorCode, verdict, retryAt: null };
  const hasNext = call.attempt <= call.retryCount && isRetried({ errorCode, statusCode });
  const delayMs = retryDelayMs({
    retry: call.attempt,
    errorCode,
    statusCode,
    retryAfterMs: answer && retryAfterMs({ headers: answer.headers, now: result.endedAt }),
    random: random(),
  });
  return { isSuccess: false, errorCode, verdict, retryAt: hasNext ? result.endedAt + delayMs : null };
}

async function faultOfAnswer({
  call,
  answer,
}: {
  call: ClaimedCall;
  answer: CallAnswer;
}): Promise<string | null> {
  const { successCriterion: criterion, successRegex: pattern } = call;
  const judgement = {
    criterion,
    statusCode: answer.statusCode,
    accepted: acceptedRanges(call.acceptedStatuses) ?? [],
  };
  // The status decides first: where it is refused, or nothing is sought, the pattern is not run.
  const isSought = criterion !== 'status_code' && pattern !== null;
  const refused = criterionFault({ ...judgement, criterion: 'status_code', isPatternFound: false });
  if (refused || !isSought) return refused ?? criterionFault({ ...judgement, isPatternFound: false });
  const match = await matchPattern({ pattern, text: answer.body });
  if (match === 'timeout') return 'pattern_timeout';
  return criterionFault({ ...judgement, isPatternFound: match === 'found' });
}
