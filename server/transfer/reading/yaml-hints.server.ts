import type { YAMLError } from 'yaml';

const longestLine = 300;

/** The correct spelling of a misread value, or the parser's message. */
export function yamlHint({ text, error }: { text: string; error: YAMLError }): string {
  const [at] = error.pos;
  const { code, message } = error;
  const [first = ''] = message.split('\n');
  const sign = text.charAt(at);
  const line =
    text
      .slice(Math.max(text.lastIndexOf('\n', at - 1) + 1, at - longestLine), at + longestLine)
      .split('\n')[0] ?? '';
  if (code === 'BAD_SCALAR_START') return quoted({ sign, example: sign === '@' ? '@daily' : null });
  if (code === 'TAG_RESOLVE_FAILED') return quoted({ sign: '!', example: null });
  if (/^\s*\t/.test(line)) return 'Indent with spaces: YAML takes no tabs.';
  if (/:\s+["']?\{\{|^\s*- \{\{/.test(line)) return bracesHint;
  if (code === 'BLOCK_AS_IMPLICIT_KEY') return 'Put quotes around a value that contains a colon and a space.';
  if (/block scalar header/i.test(first)) return quoted({ sign: '|', example: null });
  return parserWords(first);
}

export const bracesHint = 'Put quotes around a value that begins with {{, such as "{{now}}".';

/** The words of the parser, or of its limits, as a sentence. */
export function parserWords(message: string): string {
  const [first = ''] = message.split('\n');
  const isStar = /alias/i.test(first) && !/resource|count/i.test(first);
  if (isStar) return quoted({ sign: '*', example: '*/5 * * * *' });
  if (/call stack/i.test(first)) return 'It is nested too deeply.';
  return `${first.replace(/\.$/, '')}.`;
}

function quoted({ sign, example }: { sign: string; example: string | null }): string {
  return `Put quotes around a value that begins with ${sign}${example === null ? '' : `, such as "${example}"`}.`;
}
