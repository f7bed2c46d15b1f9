import type { PatternCriterion } from '#domain/job/choices.ts';
import { acceptedRanges, criterionError } from '#domain/job/criterion.ts';
import { isRetried, retryDelayMs } from '#domain/job/retry.ts';
import { parseUrl } from '#domain/text/parse-url.ts';
import { patternVariants, textOfVariant } from '#domain/text/pattern-hints.ts';
import { type Search, verdictOf } from '#domain/verdict.ts';
import type { AttemptResult, ClaimedCall } from '#server/executions/ledger/types.ts';
import type { Mask } from '#server/outbound/masking/mask-secrets.server.ts';
import type { CallResponse, CallResult } from '#server/outbound/types.ts';
import { matchPattern } from './match-pattern.server.ts';
import { retryAfterMs } from './retry-after.server.ts';

type Verdict = Pick<AttemptResult, 'isSuccess' | 'errorCode' | 'verdict' | 'retryAt'>;

/**
 * Judges a call: success, the deciding rule, and the retry (D14, D15). The ledger checks `retryAt` against the next
 * fire.
 * @param now end of the call in UTC milliseconds: the process's clock behind the result may be wrong
 * @param mask hides the secrets of the call in the verdict; the response itself is judged as received
 * @param random draws from [0, 1), for the spread of the delay
 */
export async function evaluateResponse({
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
  const { response, explanation } = result;
  const { redirectEnd = null, hops = [] } = result;
  const isEvaluated = response && !result.error && redirectEnd === null;
  const evaluated = isEvaluated ? await responseError({ call, response }) : null;
  const errorCode =
    result.error ?? (redirectEnd ? 'status_rejected' : evaluated ? evaluated.errorCode : 'protocol_error');
  const statusCode = response?.statusCode ?? null;
  const verdict = verdictOf({
    ...{ ...call, errorCode, statusCode, criterion: call.successCriterion, explanation },
    ...{ redirects: hops.length, redirectEnd },
    search: evaluated?.search ?? null,
    hint: evaluated?.hint ?? null,
    // It may repeat what the call carried, like the location.
    undecoded:
      evaluated && response?.undecoded
        ? mask({ text: response.undecoded.slice(0, 40), isShort: true }).text
        : null,
    location: isRedirect(statusCode)
      ? originOf({
          location: response?.headers['location'],
          url: hops.at(-1)?.location ?? call.url,
          mask,
        })
      : null,
  });
  if (errorCode === null) return { isSuccess: true, errorCode, verdict, retryAt: null };
  const method = call.type === 'email' ? null : call.method;
  const hasNext = call.attempt <= call.retryCount && isRetried({ errorCode, statusCode, method });
  const delayMs = retryDelayMs({
    retry: call.attempt,
    errorCode,
    statusCode,
    retryAfterMs: result.retryAfterMs ?? (response && retryAfterMs({ headers: response.headers, now })),
    delays: call.retryDelays ?? null,
    random: random(),
  });
  return { isSuccess: false, errorCode, verdict, retryAt: hasNext ? result.endedAt + delayMs : null };
}

function isRedirect(statusCode: number | null): boolean {
  return statusCode !== null && statusCode >= 300 && statusCode < 400;
}

/** Reading a host of 16 KiB takes 20 ms, and no host is as long as this. */
const longestLocation = 4_096;

/** Only the origin of a redirect: the rest may repeat parts of the URL, including its secrets. */
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

interface EvaluatedResponse {
  errorCode: string | null;
  search: Search | null;
  hint: string | null;
}

async function responseError({
  call,
  response,
}: {
  call: ClaimedCall;
  response: CallResponse;
}): Promise<EvaluatedResponse> {
  const { successCriterion: criterion, successRegex: pattern, ownerId } = call;
  const judgement = {
    criterion,
    statusCode: response.statusCode,
    accepted: acceptedRanges(call.acceptedStatuses) ?? [],
  };
  // The status decides first: where it is refused, or nothing is sought, the pattern is not run.
  const refused = criterionError({ ...judgement, criterion: 'status_code', isPatternFound: false });
  if (refused || criterion === 'status_code' || pattern === null) {
    const errorCode = refused ?? criterionError({ ...judgement, isPatternFound: false });
    return { errorCode, search: null, hint: null };
  }
  const text = response.searched?.text ?? response.body;
  const search = { ...searchIn({ pattern, response, text }), isBodiless: call.method === 'HEAD' };
  // Such a job can no longer be saved. The absence of a failure pattern says nothing where no body can come.
  if (search.isBodiless) return { errorCode: 'pattern_missing', search, hint: null };
  const match = response.isBinary ? 'missing' : await matchPattern({ pattern, text, ownerId });
  if (match === 'timeout') return { errorCode: 'pattern_timeout', search, hint: null };
  const isMissing = match === 'missing' && !response.isBinary;
  return {
    errorCode: criterionError({ ...judgement, isPatternFound: match === 'found' }),
    search,
    hint: isMissing ? await hintOnMiss({ pattern, criterion, text, ownerId }) : null,
  };
}

/** Text for the pattern search: the read text, possibly longer than `body`. */
function searchIn({
  pattern,
  response: { bytes, isTruncated, isBinary, searched },
  text,
}: {
  pattern: string;
  response: CallResponse;
  text: string;
}): Search {
  return {
    pattern,
    isTruncated: searched?.isCut ?? isTruncated,
    isBinary,
    bytes: isBinary ? bytes : Buffer.byteLength(text),
  };
}

/**
 * Why a pattern may have missed: the first of the usual mistakes without which it is found. Each is looked for within the
 * limits of patterns.
 * @returns a sentence, or null where nothing is known
 */
async function hintOnMiss({
  pattern,
  criterion,
  text,
  ownerId,
}: {
  pattern: string;
  criterion: PatternCriterion;
  text: string;
  ownerId: number;
}): Promise<string | null> {
  for (const variant of patternVariants({ pattern, criterion })) {
    const searched = textOfVariant({ text, variant: variant.text });
    if (searched === text && variant.pattern === pattern) continue;
    const match = await matchPattern({ pattern: variant.pattern, text: searched, ownerId });
    // A pattern that is too slow here would delay others as well.
    if (match === 'timeout') return null;
    if (match === 'found') return variant.hint;
  }
  return null;
}
