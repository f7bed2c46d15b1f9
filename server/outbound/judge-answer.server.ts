import { acceptedRanges, criterionFault } from '#domain/criterion.ts';
import { parseUrl } from '#domain/parse-url.ts';
import { isRetried, retryDelayMs } from '#domain/retry.ts';
import { verdictOf, type Search } from '#domain/verdict.ts';
import type { AttemptResult, ClaimedCall } from '#server/executions/types.ts';
import type { Mask } from './mask-secrets.server.ts';
import { matchPattern } from './match-pattern.server.ts';
import { retryAfterMs } from './retry-after.server.ts';
import type { CallAnswer, CallResult } from './types.ts';

type Verdict = Pick<AttemptResult, 'isSuccess' | 'errorCode' | 'verdict' | 'retryAt'>;

/**
 * Whether a call was a success, by which rule, and when it is tried again (D14, D15). The ledger holds
 * `retryAt` against the next fire.
 * @param now when the call ended, in UTC milliseconds: the process's clock, which the result goes by, may be wrong
 * @param mask what hides the secrets of the call in the verdict; the response itself is judged as it came
 * @param random draws from [0, 1), for the spread of the delay
 */
export async function judgeAnswer({
  call,
  result,
  now = result.endedAt,
  mask = ({ text }) => ({ text, isCut: false }),
  random = Math.random,
}: {
  call: ClaimedCall;
  result: CallResult;
  now?: number;
  mask?: Mask;
  random?: () => number;
}): Promise<Verdict> {
  const { answer, explanation } = result;
  const judged = answer && !result.fault ? await faultOfAnswer({ call, answer }) : null;
  const errorCode = result.fault ?? (judged ? judged.errorCode : 'protocol_error');
  const statusCode = answer?.statusCode ?? null;
  const verdict = verdictOf({
    ...{ ...call, errorCode, statusCode, criterion: call.successCriterion, explanation },
    search: judged?.search ?? null,
    location: isRedirect(statusCode)
      ? originOf({ location: answer?.headers['location'], url: call.url, mask })
      : null,
  });
  if (errorCode === null) return { isSuccess: true, errorCode, verdict, retryAt: null };
  const hasNext = call.attempt <= call.retryCount && isRetried({ errorCode, statusCode });
  const delayMs = retryDelayMs({
    retry: call.attempt,
    errorCode,
    statusCode,
    retryAfterMs: result.retryAfterMs ?? (answer && retryAfterMs({ headers: answer.headers, now })),
    random: random(),
  });
  return { isSuccess: false, errorCode, verdict, retryAt: hasNext ? result.endedAt + delayMs : null };
}

function isRedirect(statusCode: number | null): boolean {
  return statusCode !== null && statusCode >= 300 && statusCode < 400;
}

/** Reading a host of 16 KiB takes 20 ms, and no host is as long as this. */
const longestLocation = 4_096;

/** Of a redirect its origin alone: the rest may repeat what the URL held, as far as to its secrets. */
function originOf({
  location,
  url,
  mask,
}: {
  location: string | undefined;
  url: string;
  mask: Mask;
}): string | null {
  if (location === undefined || location.length > longestLocation) return null;
  const to = parseUrl(location, url);
  if (to === null || to.host === '') return null;
  return mask({ text: `${to.protocol}//${to.host}`, isShort: true }).text;
}

async function faultOfAnswer({
  call,
  answer,
}: {
  call: ClaimedCall;
  answer: CallAnswer;
}): Promise<{ errorCode: string | null; search: Search | null }> {
  const { successCriterion: criterion, successRegex: pattern } = call;
  const judgement = {
    criterion,
    statusCode: answer.statusCode,
    accepted: acceptedRanges(call.acceptedStatuses) ?? [],
  };
  // The status decides first: where it is refused, or nothing is sought, the pattern is not run.
  const refused = criterionFault({ ...judgement, criterion: 'status_code', isPatternFound: false });
  if (refused || criterion === 'status_code' || pattern === null) {
    return { errorCode: refused ?? criterionFault({ ...judgement, isPatternFound: false }), search: null };
  }
  const search = searchIn({ pattern, answer });
  const match = answer.isBinary
    ? 'missing'
    : await matchPattern({ pattern, text: answer.body, ownerId: call.ownerId });
  if (match === 'timeout') return { errorCode: 'pattern_timeout', search };
  return { errorCode: criterionFault({ ...judgement, isPatternFound: match === 'found' }), search };
}

/** What a pattern is sought in: the text as it is stored. */
function searchIn({ pattern, answer }: { pattern: string; answer: CallAnswer }): Search {
  const { body, bytes, isTruncated, isBinary } = answer;
  return { pattern, isTruncated, isBinary, bytes: isBinary ? bytes : Buffer.byteLength(body) };
}
