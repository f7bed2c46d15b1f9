/** D14, as the schema of a job has it. */
const longestPattern = 256;
/** Instructions of a compiled pattern: a search takes time and memory by their number. */
const largestProgram = 5_000;
/** The estimate may be too high, as RE2 joins alternatives; above this no pattern compiles to less than the largest program. */
const largestEstimate = 50_000;

const tooLarge = 'This pattern is too large: use fewer or smaller counts of repetition.';
const noSyntax = 'Write it in RE2 syntax, without look-around or back-references.';
/** RE2's messages for look-around and back-references; other errors are of the pattern itself. */
const unsupported = /unsupported|invalid escape sequence/;

/** A pattern as the thread compiled it. */
export interface Program {
  /** Instructions; null where it is not RE2 syntax; Infinity where compiling had to be ended. */
  size: number | null;
  /** RE2's message for a syntax error. */
  message?: string;
}

/** Judges a pattern by its text alone: compiling takes time by the counts of repetition in it. Null where nothing is wrong. */
export function errorBeforeCompiling(pattern: string): string | null {
  if (pattern.length > longestPattern) return `The pattern can have ${longestPattern} characters.`;
  return estimatedSize(pattern) > largestEstimate ? tooLarge : null;
}

/**
 * Checks a compiled pattern (D14). Look-around and back-references do not compile, because they cannot be matched in
 * linear time. RE2's own message is passed on.
 */
export function programError({ size, message = '' }: Program): string | null {
  if (size !== null) return size > largestProgram ? tooLarge : null;
  const reason = message.replace(/^error parsing regexp: /, '').replace(/\.$/, '');
  if (reason !== '' && !unsupported.test(reason)) return `This pattern cannot be used: ${reason}.`;
  return `This pattern cannot be used${reason && `: ${reason}`}. ${noSyntax}`;
}

const token =
  // eslint-disable-next-line regexp/no-super-linear-move -- a pattern has at most 256 characters, checked first
  /\\Q[^]*?(?:\\E|$)|\\[pPx]\{[^}]*\}|\\[^]|\[\^?\]?(?:\\[^]|\[:\^?\w+:\]|[^\]\\])*\]|\(\?[imsU-]+\)|\((?:\?(?:P?<\w+>|[imsU-]*:))?|\{\d+(?:,\d*)?\}|[^]/g;

interface Level {
  /** Total size of these parentheses. */
  total: number;
  /** Size of the last term, for a following repetition count. */
  last: number;
}

/** The number of instructions if nothing is simplified: each count of repetition copies what it applies to. */
function estimatedSize(pattern: string): number {
  const levels: Level[] = [{ total: 0, last: 0 }];
  const add = (last: number) => {
    const level = levels.at(-1);
    if (level) Object.assign(level, { total: level.total + last, last });
  };
  for (const [text] of pattern.matchAll(token)) {
    const level = levels.at(-1) ?? { total: 0, last: 0 };
    if (/^\(\?[imsU-]+\)$/.test(text)) continue;
    if (text.startsWith('(')) levels.push({ total: 0, last: 0 });
    else if (text === ')' && levels.length > 1) add((levels.pop()?.total ?? 0) + 2);
    else if (/^\{\d/.test(text)) {
      const copied = level.last * (repetitionsOf(text) - 1);
      level.total += copied;
      level.last += copied;
    } else if (/^[*+?|]$/.test(text)) level.total += 1;
    else add(text.startsWith('\\Q') ? text.length : 1);
  }
  return levels.reduce((sum, { total }) => sum + total, 0);
}

function repetitionsOf(text: string): number {
  return Math.max(1, ...[...text.matchAll(/\d+/g)].map(([count]) => Number(count)));
}
