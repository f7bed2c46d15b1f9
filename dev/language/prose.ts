// Finds words in documents that the glossary replaces.

interface ReplacedWord {
  pattern: RegExp;
  /** The glossary's words. */
  instead: string;
}

const replaced: readonly ReplacedWord[] = [
  { pattern: /\banswer(?:s|ed|ing)?\b/i, instead: 'response, result' },
  { pattern: /(?<![\w/])faults?\b/i, instead: 'error' },
  { pattern: /\bow(?:e|es|ed|ing)\b/i, instead: 'enqueue, pending' },
  { pattern: /\bg(?:ive|ives|ave|iven) up\b(?! the role)/i, instead: 'failed' },
  { pattern: /\b(?:housekeeping|the house|system jobs?)\b/i, instead: 'maintenance, maintenance task' },
  { pattern: /\b(?:signs? of life|beats?)\b/i, instead: 'heartbeat' },
  { pattern: /\blast looks?\b/i, instead: 'claim pass' },
  { pattern: /\bhand(?:s|ed|ing)? (?:\w+ )?out\b/i, instead: 'dispatch' },
  { pattern: /\bchains?\b/i, instead: 'job workflow, job loop' },
  { pattern: /\bput off\b/i, instead: 'retry later' },
  { pattern: /\bstand-ins?\b/i, instead: 'fake' },
  { pattern: /\bby hand\b/i, instead: 'manually' },
  { pattern: /\be-mails?\b/i, instead: 'email' },
  { pattern: /\bcancelled\b/i, instead: 'canceled' },
  { pattern: /\b(?:anew|whoever|whichever|thereof|so long as)\b/i, instead: 'a plain word' },
];

/** The line without code, link targets and placeholders: these have names, not prose. */
const withoutNames = (line: string) => line.replace(/`[^`]*`|\]\([^)]*\)|\[\[[^[\]]*\]\]/g, ' ');

/** Lines of a Markdown text with a replaced word, as "line: word (instead: …)". */
export function replacedWordsOf(text: string): string[] {
  let isCode = false;
  return text.split('\n').flatMap((line, index) => {
    if (/^\s*```/.test(line)) isCode = !isCode;
    if (isCode) return [];
    const prose = withoutNames(line);
    return replaced.flatMap(({ pattern, instead }) => {
      const word = pattern.exec(prose)?.[0];
      return word === undefined ? [] : [`${index + 1}: ${word} (instead: ${instead})`];
    });
  });
}
