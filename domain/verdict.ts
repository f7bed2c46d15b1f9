import type { Criterion, JobType } from '#domain/job/choices.ts';
import { errorText } from './execution.ts';
import { type RedirectEnd, redirectEndWords } from './redirect-ends.ts';

/** The parts of a pattern search that its verdict needs. */
export interface Search {
  pattern: string;
  /** Bytes of the searched text. */
  bytes: number;
  /** The response was longer. */
  isTruncated: boolean;
  /** Nothing was searched: the response is no text. */
  isBinary: boolean;
  /** Nothing was searched: a response to HEAD has no body. */
  isBodiless?: boolean;
}

export interface VerdictFacts {
  type?: JobType;
  errorCode: string | null;
  statusCode: number | null;
  acceptedStatuses: string | null;
  criterion: Criterion;
  timeoutSeconds: number;
  /** Null where no pattern decided. */
  search?: Search | null;
  /** Redirects that were followed. */
  redirects?: number;
  /** Why the last redirect was not followed, where redirects are. */
  redirectEnd?: RedirectEnd | null;
  /** Origin of a refused redirect. */
  location?: string | null;
  /** Further facts about an error. */
  explanation?: string | null;
  /** The content coding of a body that could not be decoded. */
  undecoded?: string | null;
  /** A sentence on why a pattern may have missed. */
  hint?: string | null;
}

const longestLocation = 200;

/**
 * The deciding rule and its input, in words, such as "Failed: the response was 503; this job expects 2xx." or "Failed:
 * the response was 200, but the pattern /done/ was not found in its 12 bytes."
 */
export function verdictOf(facts: VerdictFacts): string {
  const rule =
    facts.errorCode === null ? `Success: ${praise(facts)}.` : `Failed: ${complaint(facts.errorCode, facts)}.`;
  return [rule, ...remarks(facts)].join(' ');
}

/** Remarks beside the rule of a verdict. */
function remarks({ errorCode, criterion, search, undecoded, hint }: VerdictFacts): string[] {
  const isMissing =
    errorCode === 'pattern_missing' || (errorCode === null && criterion === 'body_fail_match');
  const isUnsearched = search && (search.isBinary || search.isBodiless);
  return [
    ...(search?.isTruncated && isMissing && !isUnsearched
      ? ['Warning: the response is longer, and the rest of it was not searched.']
      : []),
    ...(undecoded
      ? [
          `Its Content-Encoding says ${undecoded}, but the body could not be decoded: it was kept as received.`,
        ]
      : []),
    ...(hint ? [hint] : []),
  ];
}

function praise(facts: VerdictFacts): string {
  const { type, statusCode, acceptedStatuses, criterion, search } = facts;
  if (type === 'email') return `the mail server accepted the message with ${statusCode ?? 'a response'}`;
  const asked = `this job expects ${askedFor(acceptedStatuses)}`;
  const response = `the response was ${statusCode ?? 'given'}${afterRedirects(facts)}`;
  if (criterion === 'status_code' || !search) return `${response}; ${asked}`;
  const found =
    criterion === 'body_match'
      ? `the pattern ${patternOf(search)} was found ${placeOf(search)}`
      : `the failure pattern ${patternOf(search)} was not found ${placeOf(search)}`;
  return `${response} and ${found}; ${asked}`;
}

function complaint(errorCode: string, facts: VerdictFacts): string {
  const { type, statusCode, acceptedStatuses, timeoutSeconds, search, location, explanation } = facts;
  const response = `the response was ${statusCode ?? 'unknown'}${afterRedirects(facts)}`;
  if (facts.redirectEnd) return `${response}, ${redirectEndWords[facts.redirectEnd]}`;
  if (errorCode === 'status_rejected') {
    const away = location
      ? ` and points to ${location.slice(0, longestLocation)}, which is not followed`
      : '';
    return `${response}${away}; this job expects ${askedFor(acceptedStatuses)}`;
  }
  if (errorCode === 'email_refused' && statusCode !== null)
    return `the mail server refused the message with ${statusCode}`;
  if (search?.isBodiless)
    return `${response}, but a response to HEAD has no body in which ${patternOf(search)} could be found`;
  if (search && errorCode === 'pattern_missing')
    return `${response}, but the pattern ${patternOf(search)} was not found ${placeOf(search)}`;
  if (search && errorCode === 'pattern_present')
    return `${response}, but the failure pattern ${patternOf(search)} was found ${placeOf(search)}`;
  if (search && errorCode === 'pattern_timeout')
    return `${response}, but searching for the pattern ${patternOf(search)} ${placeOf(search)} took too long`;
  const reason = explanation ? `: ${explanation.replace(/\.$/, '')}` : '';
  // The owner has to fix an error of the request itself, so its reason comes first.
  if (errorCode === 'target_not_allowed' && explanation)
    return facts.redirects
      ? `${explanation}; nothing was sent to it`
      : `${explanation.replace(/\.$/, '')}; nothing was sent`;
  if (errorCode === 'protocol_error' && type !== 'email' && statusCode !== null)
    return `a response with status ${statusCode} arrived, but could not be read${reason}`;
  if (errorCode === 'timeout' && type !== 'email' && statusCode !== null)
    return `${response}, but it was not complete within ${timeoutSeconds} seconds${reason}`;
  const text = errorText({ code: errorCode, type, statusCode, timeoutSeconds }).replace(/\.$/, '');
  return `${lowerFirst(text)}${reason}`;
}

/** " after 2 redirects"; nothing where none was followed. */
function afterRedirects({ redirects = 0 }: VerdictFacts): string {
  return redirects === 0 ? '' : ` after ${redirects} ${redirects === 1 ? 'redirect' : 'redirects'}`;
}

/** "No HTTP response" within a sentence is "no HTTP response". */
function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function askedFor(acceptedStatuses: string | null): string {
  return acceptedStatuses?.trim() || '2xx';
}

function patternOf({ pattern }: Search): string {
  return `/${pattern}/`;
}

function placeOf({ bytes, isTruncated, isBinary }: Search): string {
  const count = `${bytes.toLocaleString('en-US')} ${bytes === 1 ? 'byte' : 'bytes'}`;
  if (isBinary) return `in its ${count}, which are binary and not searched`;
  return isTruncated ? `in its first ${count}` : `in its ${count}`;
}
