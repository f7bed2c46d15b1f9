import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { evaluateTarget } from './evaluate-target.server.ts';
import { makeRules } from './target-rules.server.ts';

const rules = (allowTargets: string[] = []) =>
  makeRules({ allowTargets, ownOrigin: 'https://punctual.example' });
const isTaken = (url: string, allowTargets: string[] = []) =>
  'target' in evaluateTarget({ url, rules: rules(allowTargets) });

/** URLs with the guard's result: accepted, or the reason of the refusal. */
const corpus = JSON.parse(readFileSync(new URL('./url-corpus.json', import.meta.url), 'utf8')) as [
  string,
  string,
][];

test('the corpus has many distinct URLs', () => {
  expect(new Set(corpus.map(([url]) => url)).size).toBe(corpus.length);
  expect(corpus.length).toBeGreaterThanOrEqual(150);
});

test.each(corpus)('S1: %j is judged as %s', (url, verdict) => {
  const evaluated = evaluateTarget({ url, rules: rules() });
  expect('target' in evaluated ? 'taken' : evaluated.reason).toBe(verdict);
});

test('an allowed pair opens exactly one address and port', () => {
  const pair = ['127.0.0.1:4010'];
  expect(isTaken('http://127.0.0.1:4010/echo@x?y', pair)).toBe(true);
  expect(isTaken('http://0x7f.1:4010/', pair)).toBe(true);
  expect(isTaken('http://127.0.0.1:4011/', pair)).toBe(false);
  expect(isTaken('http://127.0.0.2:4010/', pair)).toBe(false);
  expect(isTaken('http://[::1]:4010/', pair)).toBe(false);
  expect(isTaken('http://[::1]:4010/', ['[::1]:4010'])).toBe(true);
  expect(isTaken('http://127.0.0.1:22/', ['127.0.0.1:22'])).toBe(true);
});

test('localhost means 127.0.0.1 if that pair is allowed, and is refused otherwise', () => {
  const evaluated = evaluateTarget({ url: 'http://localhost:4010/', rules: rules(['127.0.0.1:4010']) });
  expect(evaluated).toMatchObject({ target: { address: '127.0.0.1', port: 4010 } });
  expect(isTaken('http://localhost:4010/', ['localhost:4010'])).toBe(true);
  expect(isTaken('http://localhost:4011/', ['127.0.0.1:4010'])).toBe(false);
});

test.each([
  'http://user@127.0.0.1:4010/',
  'http://127.0.0.1:4010\\@example.com/',
  'http://127.0.0.1:4010/\n',
  ' http://127.0.0.1:4010/',
  'ftp://127.0.0.1:4010/',
])('an allowed pair does not exempt %j from other rules', (url) => {
  expect(isTaken(url, ['127.0.0.1:4010'])).toBe(false);
});

test.each(['169.254.169.254', '169.254.0.1', '[fd00:ec2::254]', '168.63.129.16'])(
  'S4 no list opens %s',
  (address) => {
    expect(isTaken(`http://${address}:8080/`, [`${address}:8080`])).toBe(false);
  },
);

test('our own port stays closed beside an allowed one on the same machine', () => {
  const own = makeRules({
    allowTargets: ['127.0.0.1:3000', '127.0.0.1:4010'],
    ownOrigin: 'http://127.0.0.1:3000',
  });
  expect(evaluateTarget({ url: 'http://127.0.0.1:3000/', rules: own })).toMatchObject({ reason: 'own_host' });
  expect(evaluateTarget({ url: 'http://localhost:3000/', rules: own })).toMatchObject({ reason: 'own_host' });
  expect(evaluateTarget({ url: 'http://127.0.0.1:4010/', rules: own })).toHaveProperty('target');
});

test('for our own origin on this machine an allowed pair opens only the echo path', () => {
  const evaluate = ({ url, ownOrigin }: { url: string; ownOrigin: string }) => {
    const evaluated = evaluateTarget({
      url,
      rules: makeRules({ allowTargets: ['127.0.0.1:3000'], ownOrigin }),
    });
    return 'target' in evaluated ? 'taken' : evaluated.reason;
  };
  const [byAddress, byName] = ['http://127.0.0.1:3000', 'http://localhost:3000'];
  for (const ownOrigin of [byAddress, byName]) {
    expect(evaluate({ url: `${ownOrigin}/echo`, ownOrigin })).toBe('taken');
    for (const path of ['/', '/api/v1/jobs', '/echo/', '/echo.data'])
      for (const origin of [byAddress, byName])
        expect(evaluate({ url: origin + path, ownOrigin }), origin + path).toBe('own_host');
  }
  expect(evaluate({ url: `${byName}/echo`, ownOrigin: byAddress })).toBe('own_host');
});

test('without an allowed pair for our address, the echo path is closed too', () => {
  const own = makeRules({ allowTargets: [], ownOrigin: 'http://127.0.0.1:3000' });
  expect(evaluateTarget({ url: 'http://127.0.0.1:3000/echo', rules: own })).toMatchObject({
    reason: 'address_class',
  });
});

test('a refusal says what to do', () => {
  expect(evaluateTarget({ url: 'http://10.0.0.1/', rules: rules() })).toEqual({
    message: 'Target not allowed. Enter an address on the public internet.',
    reason: 'address_class',
  });
});
