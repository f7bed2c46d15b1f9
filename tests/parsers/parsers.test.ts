import { describe, expect, test } from 'vitest';
import { expectLinear } from '#tests/doubling.ts';
import { fc } from '#tests/property.ts';
import { tooSteep } from './growth.ts';
import { readers } from './readers.ts';
import { ends, mixedShape, starts, textOf, tokens, type Shape } from './shapes.ts';

const named = Object.entries(readers);

/** Any JavaScript string, U+0000 and lone surrogates included. */
const anyText = fc.string({
  unit: fc.oneof(fc.string({ unit: 'binary', maxLength: 1 }), fc.constantFrom('\ud800', '\udc00', '\0')),
});
const signs = fc.array(fc.constantFrom(...tokens), { maxLength: 30 }).map((parts) => parts.join(''));
const shapedText = fc
  .tuple(fc.constantFrom(...starts), signs, fc.constantFrom(...ends))
  .map((parts) => parts.join(''));

describe('no text makes a reader throw', () => {
  test.each(named)('%s', (_, read) => {
    fc.assert(
      fc.property(fc.oneof(anyText, shapedText), (text) => {
        expect(read(text)).toBeDefined();
      }),
      { numRuns: 400 },
    );
  });

  test.each(named)('%s, on nested or repetitive texts', { timeout: 30_000 }, (_, read) => {
    for (const token of tokens)
      for (const start of ['', 'curl ', 'fetch("a", {body: '])
        expect(read(start + token.repeat(3_000))).toBeDefined();
  });
});

/** Every character that `\s` matches: some of them end a line in one pattern and not in another. */
const whitespace = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter((one) =>
  /\s/.test(one),
);

const law = (name: string, unit: Shape['unit'], { start = '', end = '' } = {}) => ({
  name,
  make: (n: number) => textOf({ shape: { name, start, unit, end }, length: n }),
});
const repeated = (token: string, around: { start?: string; end?: string } = {}) =>
  law(JSON.stringify((around.start ?? '') + token), () => token, around);

/** Shapes for which an earlier reader took quadratic time, or forever, and those a careless one would. */
const steep: readonly [reader: string, shape: ReturnType<typeof law>][] = [
  ['shellWords', repeated('${')],
  ['shellWords', repeated('${', { start: '"', end: '"' })],
  ['readCurl', law('headers', (index) => `-H h${index}:v `, { start: 'curl x.y ' })],
  ['readCurl', law('options', (index) => `--x${index} `, { start: 'curl x.y ' })],
  ['readFetch', repeated(',/*', { start: 'fetch("a"' })],
  ['readFetch', law('headers', (index) => `a${index}:"b",`, { start: 'fetch("a", {headers: {' })],
  ['readFetch', repeated('[', { start: 'fetch("a", {body: ' })],
  ['readFetch', repeated('JSON.stringify(', { start: 'fetch("a", {body: ' })],
  ['readFetch', repeated(')', { start: 'fetch("a", {' })],
  [
    'readFetch',
    law('changes', (index) => `h.set("k${index}","v");`, {
      start: 'const h=new Headers();',
      end: 'fetch("a",{headers:h})',
    }),
  ],
  [
    'readFetch',
    law('names', (index) => `const a${index}=[a${index + 1},a${index + 1}];`, {
      end: 'fetch("a",{body:JSON.stringify(a0)})',
    }),
  ],
  ['readFetch', law('calls', (index) => `fetch("a${index}");`)],
  ['shellWords', repeated('<<E\n')],
  ['shellWords', repeated('“\\”')],
  ['readCurl', law('documents', (index) => `<<E${index} `, { start: 'curl x.y ' })],
  ['readCurl', law('unknown options', (index) => `--x${index} v${index} `, { start: 'curl ' })],
  ['readCurl', repeated('{a,b}', { start: 'curl x.y/' })],
  ['readCurl', law('pipes', (index) => `echo ${index}|`, { start: 'curl x.y ' })],
  ['readCrontab', repeated(' ', { start: 'A=', end: 'x\u2028x' })],
  ['readCrontab', law('zones', (index) => `CRON_TZ=Zone/A${index}\n`)],
  ['readWatchedPart', repeated('.a', { start: '$' })],
  ['readChannelConfig', repeated('/', { end: 'x' })],
  ['readNotifyRules', law('rules', (index) => `{"channel":"c${index}"},`, { start: '[', end: '{}]' })],
  ['slackHosts', law('hosts', (index) => `h${index}.example.com,`)],
  ['readJobForm', repeated('@', { end: ' x' })],
  ['readJobForm', repeated(' ', { start: '1h', end: 'x' })],
  ['browserName', repeated('1', { start: 'Version/' })],
  ['browserName', repeated('Version/1 ')],
  ['responseHead', repeated(' ', { start: 'a', end: 'b' })],
  ['logLine', repeated('a')],
  ['logLine', repeated('a.')],
];

describe('doubling the text takes at most two and a half times as long', () => {
  test.each(steep.map(([reader, shape]) => ({ reader, ...shape })))(
    '$reader: $name',
    // A round is measured again where other work shares the machine.
    { timeout: 30_000 },
    async ({ reader, name, make }) => {
      const run = readers[reader];
      if (!run) throw new Error(`There is no reader ${reader}.`);
      await expectLinear({ name: `${reader} ${name}`, make, run, from: 4_096 });
    },
  );

  test.each(named)('%s, with a run of any whitespace character', { timeout: 30_000 }, (_, read) => {
    const steepOnes = whitespace.filter((token) =>
      tooSteep({ shape: { name: token, start: 'a', unit: () => token, end: 'b' }, read }),
    );
    expect(steepOnes.map((token) => token.charCodeAt(0).toString(16))).toEqual([]);
  });

  test.each(named)('%s, with mixed characters', (_, read) => {
    const draws = fc.infiniteStream(fc.nat());
    fc.assert(
      fc.property(draws, (stream) => {
        const shape = mixedShape((below) => (stream.next().value ?? 0) % below);
        expect({ shape: shape.name, ratios: tooSteep({ shape, read }) }).toEqual({
          shape: shape.name,
          ratios: null,
        });
      }),
      { numRuns: 12, endOnFailure: true },
    );
  });
});
