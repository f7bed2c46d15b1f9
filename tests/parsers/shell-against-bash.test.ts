import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { shellWords } from '#domain/paste/shell/shell-words.ts';
import { fc } from '#tests/property.ts';

// Random command lines are split by bash itself and by our reader: the words must be the same.

const bash = spawnSync('bash', ['-c', ':']).error === undefined ? 'bash' : null;
if (bash === null) console.log('There is no bash on this machine: its words are not compared with ours.');

/** Prints the words of each command line as a count and the words, each with a NUL behind it; `refused` for none. */
const script = `
set -f +B
words() { printf '%s\\0' "$#" "$@"; }
while IFS= read -r -d '' line; do
  if ! { eval "words $line" ; } 2>/dev/null; then printf 'refused\\0'; fi
done
`;

function wordsOfBash(lines: readonly string[]): (string[] | null)[] {
  const { stdout } = spawnSync('bash', ['--norc', '--noprofile', '-c', script], {
    input: lines.map((line) => `${line}\0`).join(''),
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    encoding: 'utf8',
  });
  const parts = stdout.split('\0');
  const found: (string[] | null)[] = [];
  for (let at = 0; at < parts.length - 1;) {
    const count = parts[at] === 'refused' ? null : Number(parts[at]);
    found.push(count === null ? null : parts.slice(at + 1, at + 1 + count));
    at += 1 + (count ?? 0);
  }
  return found;
}

function wordsOfOurs(line: string): string[] | null {
  const split = shellWords(line);
  return 'reason' in split ? null : split.tokens.map(({ text }) => text);
}

/** Text without shell syntax; expansions stay as written, unlike in bash. */
const plain = fc.string({
  unit: fc.constantFrom(...Array.from('abzAZ019-_=:/.,@%+{}[]?*^!é€😀')),
  maxLength: 6,
});
const inside = fc.string({
  unit: fc.constantFrom(...Array.from(`ab 1$#|&;<>(){}[]\\"\t\n!é😀*?~\``)),
  maxLength: 8,
});
const single = inside.map((text) => `'${text}'`);
const double = fc
  .array(
    fc.constantFrom(
      'a',
      ' ',
      '#',
      "'",
      '\\"',
      '\\\\',
      '\\$',
      '\\`',
      '\\n',
      '\\\n',
      '\n',
      '!',
      '|',
      'é',
      '\\x41',
    ),
    { maxLength: 8 },
  )
  .map((parts) => `"${parts.join('')}"`);
const ansi = fc
  .array(
    fc.constantFrom(
      ...[
        'a',
        ' ',
        '"',
        '$x',
        '\n',
        '\\n',
        '\\t',
        '\\r',
        '\\a',
        '\\b',
        '\\e',
        '\\E',
        '\\f',
        '\\v',
        '\\\\',
        "\\'",
        '\\"',
        '\\?',
      ],
      ...[
        '\\101',
        '\\7',
        '\\60',
        '\\1234',
        '\\x41',
        '\\x4',
        '\\x4g',
        '\\x{41}',
        '\\u41',
        '\\u00e9',
        '\\u20ac',
        '\\U0001F600',
      ],
      ...[
        '\\xc3\\xa9',
        '\\303\\251',
        '\\xf0\\x9f\\x98\\x80',
        '\\cA',
        '\\cz',
        '\\c?',
        '\\q',
        '\\z',
        '\\8',
        '\\u',
        '\\x',
        '\\ ',
        '\\\n',
      ],
    ),
    { maxLength: 8 },
  )
  .map((parts) => `$'${parts.join('')}'`);
const escaped = fc.constantFrom(
  '\\ ',
  '\\"',
  "\\'",
  '\\\\',
  '\\$',
  '\\#',
  '\\n',
  '\\é',
  '\\\n',
  '\\|',
  '\\&',
);
const blank = fc.constantFrom(' ', '  ', '\t', ' \\\n ', 'a#b ');
const ending = fc.constantFrom("'", '"', "$'", '$"a"', ' # it\'s "said"', ' #');

const piece = fc.oneof(
  { weight: 4, arbitrary: plain },
  { weight: 3, arbitrary: single },
  { weight: 3, arbitrary: double },
  { weight: 5, arbitrary: ansi },
  { weight: 2, arbitrary: escaped },
  { weight: 5, arbitrary: blank },
);
const line = fc
  .tuple(fc.array(piece, { maxLength: 9 }), fc.option(ending, { freq: 4, nil: '' }))
  .map(([pieces, end]) => pieces.join('') + end);

test.skipIf(bash === null)('random command lines are split into the same words as by bash', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 60 }), (lines) => {
      const ofBash = wordsOfBash(lines);
      expect(lines.map((text) => [text, wordsOfOurs(text)])).toEqual(
        lines.map((text, index) => [text, ofBash[index]]),
      );
    }),
    { numRuns: 60 },
  );
});

test.skipIf(bash === null).each([
  ["cat <<'E'\n$a \\n `b`\nE\n", '$a \\n `b`\n'],
  ['cat <<-E\n\ta \\$b \\\n\tc\n\tE\n', 'a $b \tc\n'],
  ['cat <<"E F"\na\nE F\n', 'a\n'],
  ['cat <<E\na', 'a\n'],
])('the here-document of %j is the one bash passes to the command', (source, content) => {
  const { stdout } = spawnSync('bash', ['-c', source], { encoding: 'utf8' });
  expect(stdout).toBe(content);
  const split = shellWords(source);
  if ('reason' in split) throw new Error(split.reason);
  const documents = split.tokens.flatMap((token) =>
    token.kind === 'operator' && token.document ? [token.document.text] : [],
  );
  expect(documents).toEqual([content]);
});
