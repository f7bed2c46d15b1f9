/** A text of any length: a beginning, then one unit after another, then an end. */
export interface Shape {
  name: string;
  start: string;
  /** @param index counted from 0, for units that differ from each other */
  unit: (index: number) => string;
  end: string;
}

/** The text of a shape with about the given number of characters. */
export function textOf({ shape: { start, unit, end }, length }: { shape: Shape; length: number }): string {
  const units: string[] = [];
  let made = start.length + end.length;
  for (let index = 0; made < length; index += 1) {
    const next = unit(index);
    units.push(next);
    made += Math.max(1, next.length);
  }
  return start + units.join('') + end;
}

/** Tokens that some reader treats specially: each is repeated, alone and mixed. */
export const tokens: readonly string[] = [
  ...['${', '}', '$(', ')', '$a ', '`', "'", '"', '\\', '\\\n', '\n', '\r\n', '\r', ' ', '\t', '#', '\0'],
  ...[
    '-H x:y ',
    '-H "a: b" ',
    '-H x; ',
    '-d @f ',
    '--data-urlencode a=b ',
    '--data-urlencode ',
    '--url-query ',
    '--json {} ',
    '-sS',
    '--url-query +a ',
  ],
  ...[
    "$'\\x41' ",
    "$'\\ud800' ",
    "$'",
    '-X ',
    '-u a ',
    '-b a=b ',
    '-m 1e999 ',
    '--next ',
    'sh -c ',
    'env curl x ',
  ],
  ...['[', ']', '{', '(', ',', ':', '=', '%', '%zz', '\\%', '/*', '*/', '//', '|', '&&', '>', '2>', '<', ';'],
  ...[
    'JSON.stringify(',
    'JSON.stringify("\\""),',
    'new URLSearchParams(',
    'new Headers({',
    'fetch(',
    'a:',
    '"a":',
  ],
  ...[
    '\\u{110000}',
    '\\u{41}',
    '\\ud800',
    '\\udc00',
    '\\x4',
    '\\"',
    "\\'",
    '"",',
    '{a:',
    '[1,',
    '{"a":{',
    '...a,',
  ],
  ...[
    '{{',
    '}}',
    '{{secret.A}}',
    '{{{{',
    '{{now}}',
    '\ud800',
    '\udc00',
    '😀',
    'é',
    '＝',
    '\u2028',
    '\u2029',
    '\u00a0',
    '\ufeff',
    '\u200b',
  ],
  ...[
    'a',
    'A',
    '0',
    '1,',
    '1-5/2,',
    '1e999,',
    '-',
    '--',
    '@',
    '*',
    '* ',
    '*/2 ',
    '?',
    '.',
    '../',
    'L,',
    '1#1,',
  ],
  ...[
    '“',
    '”',
    '‘',
    '“\\”',
    '—data ',
    '^"',
    '`\n',
    '<<E ',
    '<<E\n',
    "<<-'E'\n",
    'E\n',
    '$(curl ',
    '{a,b}',
    '[1-3]',
  ],
  ...[
    '--x y ',
    '-G ',
    '$ ',
    '# curl x.y\n',
    'wget ',
    '`${',
    '`${a}',
    'const a=',
    'a.append("a","b");',
    'a.set("a","b");',
  ],
  ...[
    'CRON_TZ=x\n',
    'CRON_TZ="UTC"\n',
    'A=b\n',
    '@daily curl x.y\n',
    '0 * * * * curl x.y\n',
    'x\n',
    '# c\n',
    'https://',
  ],
  ...[
    '__proto__',
    'constructor:',
    '"__proto__":1,',
    'toString',
    'null,',
    'true,',
    'a b ',
    'a@',
    'a://',
    '<b>',
    '&',
    '+',
  ],
  ...[
    '$',
    '$.a',
    '.a',
    '[0]',
    '[999999]',
    '$..',
    '/',
    '22:00',
    ':00',
    'monday,',
    'hooks.slack.com/',
    '{"channel":"a"},',
  ],
];

/** Prefixes that make a reader accept a text as its format. */
export const starts: readonly string[] = [
  ...[
    '',
    'curl ',
    'curl https://x.y ',
    'curl "',
    "curl $'",
    'curl -d ',
    'wget ',
    'curl x.y <<E\n',
    'const h = new Headers();',
    'const a = [a0,',
    'fetch("',
    'fetch(`',
    'fetch(',
    'fetch([',
    'fetch({',
  ],
  ...[
    'fetch("https://x.y", {',
    'fetch("https://x.y", {body: ',
    'fetch("https://x.y", {headers: [',
    'fetch(x, {body: JSON.stringify(',
  ],
  ...[
    '0 * * * * ',
    '0 * * * * curl ',
    '0 * * * * sh -c "',
    'A=',
    'CRON_TZ=',
    '@',
    '0 * * * ',
    '{',
    '{"a":',
    '["',
    '[',
    'https://x.y/',
  ],
  ...['mailto:a@b.c?subject=', '200-204,', '{{', '{"url":"https://x.y","after":'],
  ...['$', '$.a[', '/', 'https://hooks.slack.com/services/', '[{"channel":"a","events":["'],
];

export const ends: readonly string[] = ['', '"', "'", '}', ')', '})', ']', '\n', 'x\u2028x', '"}', '*/'];

/** Distinct units: a lookup among the previous ones costs their number each time. */
const numbered: Readonly<Record<string, (index: number) => string>> = {
  headers: (index) => `-H h${index}:v `,
  options: (index) => `--x${index} `,
  addresses: (index) => `https://x.y/${index} `,
  variables: (index) => `$a${index} `,
  members: (index) => `a${index}:f(),`,
  keys: (index) => `"k${index}":"v",`,
  names: (index) => `{{secret.A${index}}} `,
  zones: (index) => `CRON_TZ=Zone/A${index}\n`,
  lines: (index) => `${index % 60} * * * * curl https://x.y/${index}\n`,
  tags: (index) => `t${index},`,
  declarations: (index) => `const a${index}=[a${index + 1},a${index + 1}];`,
  changes: (index) => `h.set("k${index}","v");`,
  fields: (index) => `.f${index}`,
  hosts: (index) => `h${index}.example.com,`,
  rules: (index) => `{"channel":"c${index}"},`,
  redirections: (index) => `${index % 10}>f${index} `,
};

/** Each token alone, and each numbered unit, after each prefix: the shapes for the doubling test. */
export function plainShapes(): Shape[] {
  return starts.flatMap((start) => [
    ...tokens.map((token) => ({ name: nameOf([start, token]), start, unit: () => token, end: '' })),
    ...Object.entries(numbered).map(([name, unit]) => ({
      name: nameOf([start, name]),
      start,
      unit,
      end: '',
    })),
  ]);
}

/**
 * A shape of a few tokens in turn, by the draws of a generator.
 * @param draw gives a whole number from 0 up to, not including, its argument
 */
export function mixedShape(draw: (below: number) => number): Shape {
  const pick = (from: readonly string[]) => from[draw(from.length)] ?? '';
  const [start, end] = [pick(starts), pick(ends)];
  const mixed = Array.from({ length: 1 + draw(4) }, () => pick(tokens));
  const run = [1, 1, 7, 300][draw(4)] ?? 1;
  // A run of one token, then the others: careless patterns reread long runs of blanks or letters.
  const whole = (mixed[0] ?? '').repeat(run) + mixed.slice(1).join('');
  const { length } = Object.keys(numbered);
  const differing = Object.values(numbered)[draw(length * 4)];
  const unit = (index: number) => whole + (differing?.(index) ?? '');
  return { name: nameOf([start, ...mixed, `×${run}`, end]), start, unit, end };
}

function nameOf(parts: readonly string[]): string {
  // JSON does not escape line separators, which would break a line of the log.
  const shown = (part: string) =>
    JSON.stringify(part).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  return parts.map(shown).join(' ');
}
