import type { PatternCriterion } from '#domain/job/choices.ts';

/** Another way to search for a pattern, and the hint if it matches. */
export interface PatternVariant {
  pattern: string;
  /** Searched part of the text: all of it, trimmed, or with line ends of \n alone. */
  text: 'whole' | 'trimmed' | 'without CR';
  hint: string;
}

/**
 * Common mistakes that keep a pattern from matching: slashes around it, doubled backslashes, anchors, case. The most
 * likely comes first. For a failure pattern, no match is usually right, so its case gets no hint.
 * @param pattern RE2 syntax, 256 characters at most
 */
export function patternVariants({
  pattern,
  criterion,
}: {
  pattern: string;
  criterion: PatternCriterion;
}): PatternVariant[] {
  const variants: (PatternVariant | null)[] = [
    slashes(pattern),
    backslashes(pattern),
    ...(hasAnchor(pattern) ? anchors(pattern) : []),
    ...(criterion === 'body_match' ? cases(pattern) : []),
  ];
  return variants.filter((variant) => variant !== null);
}

function slashes(pattern: string): PatternVariant | null {
  const [, inner, letters = ''] = /^\/(.+)\/([a-z]*)$/s.exec(pattern) ?? [];
  if (inner === undefined) return null;
  const flags = ['i', 'm', 's'].filter((flag) => letters.includes(flag)).join('');
  const start = flags === '' ? '' : `(?${flags})`;
  const instead = flags === '' ? '' : `, and begin it with ${start}`;
  return {
    pattern: start + inner,
    text: 'whole',
    hint: `Hint: the slashes around the pattern are searched for too. It is found without them: remove them${instead}.`,
  };
}

function backslashes(pattern: string): PatternVariant | null {
  if (!pattern.includes('\\\\')) return null;
  return {
    pattern: pattern.replaceAll('\\\\', '\\'),
    text: 'whole',
    hint: 'Hint: two backslashes are searched for as one backslash. The pattern is found with single ones.',
  };
}

/** Reports whether a pattern is bound to the beginning or the end of the text. */
function hasAnchor(pattern: string): boolean {
  return /\^|\$|\\A|\\z/.test(pattern.replace(/\\[^Az]|\[\^/g, ''));
}

function anchors(pattern: string): PatternVariant[] {
  return [
    {
      pattern,
      text: 'trimmed',
      hint: String.raw`Hint: the response begins or ends with white space, such as a line end. The pattern is found with ^\s* or \s*$ in place of ^ or $.`,
    },
    {
      pattern: `(?m)${pattern}`,
      text: 'whole',
      hint: 'Hint: ^ and $ mean the beginning and end of the whole response. The pattern is found with (?m) before it, which lets them mean those of each line.',
    },
    {
      pattern: `(?m)${pattern}`,
      text: 'without CR',
      hint: String.raw`Hint: the lines of the response end with \r\n. The pattern is found with (?m) before it and \r?$ in place of $.`,
    },
  ];
}

function cases(pattern: string): PatternVariant[] {
  return [
    {
      pattern: `(?i)${pattern}`,
      text: 'whole',
      hint: 'Hint: upper and lower case differ. The pattern is found with (?i) before it, which ignores case.',
    },
    ...(hasAnchor(pattern)
      ? [
          {
            pattern: `(?im)${pattern}`,
            text: 'trimmed' as const,
            hint: String.raw`Hint: the pattern is found when case is ignored and ^ and $ mean the ends of a line: begin it with (?im), and write \s*$ in place of $.`,
          },
        ]
      : []),
  ];
}

/** The text as a variant searches it. */
export function textOfVariant({ text, variant }: { text: string; variant: PatternVariant['text'] }): string {
  if (variant === 'trimmed') return text.trim();
  return variant === 'without CR' ? text.replaceAll('\r\n', '\n') : text;
}
