import { expect, test } from 'vitest';
import { fc } from '#tests/property.ts';
import { createAbsenceCheck } from './absence-check.server.ts';
import { secretNeedles } from './secret-needles.server.ts';
import { createMatcher, type Needle } from './text-matcher.server.ts';

const needlesOf = (secrets: Record<string, string>) => secretNeedles({ values: { secrets }, shortest: 4 });
const checkFor = (...values: string[]) =>
  createAbsenceCheck(needlesOf(Object.fromEntries(values.map((value, at) => [`secret.S${at}`, value]))));

test('reports a text that repeats nothing of the secrets', () => {
  const isAbsent = checkFor('k-123456', 'another secret ü');
  expect(isAbsent({ text: '{"ok": true, "name": "K-1234"}', isCut: false })).toBe(true);
});

test.each([
  ['the secret', 'x k-1+3456 y'],
  ['the secret in capitals, with a space for the plus', 'x K-1 3456 y'],
  ['the secret in base64', Buffer.from('user:k-1+3456').toString('base64')],
  ['an escape', 'x k%2D1+3456'],
  ['an escape of JSON', 'x k\\u002d1+3456'],
  ['an entity', 'x k&#45;1+3456'],
])('leaves a text with %s to the matcher', (_, text) => {
  expect(checkFor('k-1+3456')({ text, isCut: false })).toBe(false);
});

test('leaves a cut text that ends in the beginning of a secret to the matcher', () => {
  const isAbsent = checkFor('k-123456789');
  expect(isAbsent({ text: 'x k-12', isCut: true })).toBe(false);
  expect(isAbsent({ text: 'x k-1', isCut: true })).toBe(true);
});

test('leaves a long text to the matcher', () => {
  expect(checkFor('k-123456')({ text: 'x'.repeat(65_537), isCut: false })).toBe(false);
});

const letter = fc.constantFrom('a', 'B', 'b', '+', ' ', 'ü', 'Ü', '€', 'K', '\u212a');

test('never misses what the matcher finds', () => {
  const secret = fc.string({ unit: letter, minLength: 1, maxLength: 12 });
  const text = fc.string({ unit: letter, maxLength: 40 });
  fc.assert(
    fc.property(
      fc.array(secret, { minLength: 1, maxLength: 3 }),
      text,
      fc.boolean(),
      (values, around, isCut) => {
        const needles: Needle[] = needlesOf(Object.fromEntries(values.map((value, at) => [`s${at}`, value])));
        const written = `${around}${isCut ? values[0]?.slice(0, 6) : around}`;
        const spans = createMatcher(needles)({ bytes: Buffer.from(written), shortestTail: isCut ? 4 : null });
        fc.pre(spans.length > 0);
        expect(createAbsenceCheck(needles)({ text: written, isCut })).toBe(false);
      },
    ),
  );
});
