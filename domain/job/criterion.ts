import type { Criterion } from './choices.ts';

export interface StatusRange {
  from: number;
  to: number;
}

const defaultRanges: readonly StatusRange[] = [{ from: 200, to: 299 }];

/**
 * The accepted statuses of a job, such as `200-204,302`; null and empty are 2xx (D14, D40).
 * @returns null if the text is no list of statuses
 */
export function acceptedRanges(text: string | null): readonly StatusRange[] | null {
  if (text === null || text.trim() === '') return defaultRanges;
  const ranges: StatusRange[] = [];
  for (const part of text.split(',')) {
    const match = /^\s*([1-5]\d\d)(?:\s*-\s*([1-5]\d\d))?\s*$/.exec(part);
    if (!match) return null;
    const from = Number(match[1]);
    const to = Number(match[2] ?? match[1]);
    if (to < from) return null;
    ranges.push({ from, to });
  }
  return ranges;
}

/**
 * Adds a status to the accepted ones of a job: alone if there are none, unchanged if it is accepted already.
 * @returns the unchanged text, too, if it is no list of statuses: the user has to correct it first
 */
export function withStatus({ accepted, status }: { accepted: string; status: number }): string {
  if (accepted.trim() === '') return String(status);
  const ranges = acceptedRanges(accepted);
  const isAccepted = ranges?.some(({ from, to }) => from <= status && status <= to) ?? true;
  return isAccepted ? accepted : `${accepted.trim()},${status}`;
}

export interface Judgement {
  criterion: Criterion;
  statusCode: number;
  accepted: readonly StatusRange[];
  /** Ignored for `status_code`. */
  isPatternFound: boolean;
}

/**
 * The fault the criterion finds in the last answer of an execution, null when it is a success (D14). The body stays
 * outside: the caller matches the pattern (RE2, first 256 KiB) and passes the result.
 */
export function criterionError({ criterion, statusCode, accepted, isPatternFound }: Judgement) {
  if (!accepted.some(({ from, to }) => from <= statusCode && statusCode <= to))
    return 'status_rejected' as const;
  if (criterion === 'body_match' && !isPatternFound) return 'pattern_missing' as const;
  if (criterion === 'body_fail_match' && isPatternFound) return 'pattern_present' as const;
  return null;
}

/** Reports whether the last answer of an execution counts as a success (D14). */
export function meetsCriterion(judgement: Judgement): boolean {
  return criterionError(judgement) === null;
}
