import { expect, test } from 'vitest';
import { shellCommands } from './shell-commands.ts';
import { shellWords } from './shell-words.ts';

const texts = (source: string) => {
  const split = shellWords(source);
  return 'reason' in split ? split.reason : split.tokens.map(({ text }) => text);
};
const expansions = (source: string) => {
  const split = shellWords(source);
  if ('reason' in split) throw new Error(split.reason);
  return split.tokens.flatMap((token) => (token.kind === 'word' ? token.expansions : []));
};

test.each([
  ['curl -H "a: b c" x', ['curl', '-H', 'a: b c', 'x']],
  [`curl -d '{"a": "b"}'`, ['curl', '-d', '{"a": "b"}']],
  [`a 'it'\\''s'`, ['a', "it's"]],
  ['a "say \\"hi\\" \\n"', ['a', 'say "hi" \\n']],
  ['a\\ b c', ['a b', 'c']],
  ['curl \\\n  -X POST \\\r\n  x', ['curl', '-X', 'POST', 'x']],
  [`a $'x\\ny\\'z\\u00e4\\x41'`, ['a', "x\ny'zäA"]],
  ['a "" b', ['a', '', 'b']],
  ['a # the rest says nothing', ['a']],
  ['a x#y', ['a', 'x#y']],
  ['a>b 2>&1 | c && d;e', ['a', '>', 'b', '>&', '1', '|', 'c', '&&', 'd', ';', 'e']],
  ['a 1\nb', ['a', '1', '\n', 'b']],
])('%s splits as in a shell', (source, words) => {
  expect(texts(source)).toEqual(words);
});

test.each(["a 'b", 'a "b', "a $'b"])('%s is refused: its quote is never closed', (source) => {
  expect(texts(source)).toBe('A quote is opened and never closed. Paste the whole command.');
});

test('shell expansions are kept as written and named', () => {
  expect(expansions('a $B "${C}" `d` "$(e "f" (g))" $')).toEqual(['$B', '${C}', '`d`', '$(e "f" (g))']);
  expect(expansions(`a '$B' $'$C' "\\$D" \\$E`)).toEqual([]);
});

test('redirections are not part of a command', () => {
  const split = shellWords('cd /x && curl y > /dev/null 2>&1 | logger');
  if ('reason' in split) throw new Error(split.reason);
  const commands = shellCommands(split.tokens).map(({ words }) => words.map(({ text }) => text));
  expect(commands).toEqual([['cd', '/x'], ['curl', 'y'], ['logger']]);
});
