import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jobInput } from '#domain/job/job.ts';
import { characterError, plainLine } from './plain-text.ts';

const code = (value: number) => `U+${value.toString(16).toUpperCase().padStart(4, '0')}`;
const controls = [...Array(0x20).keys(), ...Array.from({ length: 0x21 }, (_, at) => 0x7f + at)];
const halves = [0xd800, 0xdbff, 0xdc00, 0xdfff];

test.each(controls)('a line may not contain the control character %i', (value) => {
  const text = `a${String.fromCharCode(value)}b`;
  expect(plainLine.test(text)).toBe(false);
  expect(characterError({ text, kind: 'line' })).toBe(
    `Remove the character ${code(value)}: it cannot be stored.`,
  );
  expect(characterError({ text, kind: 'text' }) === null).toBe([9, 10, 13].includes(value));
  expect(characterError({ text, kind: 'content' })).toBeNull();
});

test.each(halves)('no text may contain the lone surrogate %i', (value) => {
  const text = `a${String.fromCharCode(value)}b`;
  for (const kind of ['line', 'text', 'content'] as const)
    expect(characterError({ text, kind })).toBe(`Remove the character ${code(value)}: it cannot be stored.`);
});

test('whole characters of any kind are allowed', () => {
  expect(characterError({ text: 'Änderung 💥 日本 \u00a0\u2028', kind: 'line' })).toBeNull();
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const isPlain = !Array.from(text).some((one) => controls.includes(one.codePointAt(0) ?? 0));
      expect(characterError({ text, kind: 'line' }) === null).toBe(isPlain);
      expect(plainLine.test(text)).toBe(isPlain);
    }),
  );
});

const job = { name: 'Nightly', webhookURL: 'https://example.com/run' };
const errorOf = (field: string, given: object) => {
  const { error } = jobInput.safeParse({ ...job, ...given });
  return error?.issues.find(({ path }) => path[0] === field)?.message ?? '';
};

test.each([
  ['name', (text: string) => ({ name: text })],
  ['description', (text: string) => ({ description: text })],
  ['successRegex', (text: string) => ({ successCriterion: 'body_match', successRegex: text })],
  ['tags', (text: string) => ({ tags: text })],
  ['tags', (text: string) => ({ tags: ['one', text] })],
  ['externalId', (text: string) => ({ externalId: text })],
  ['notificationConfig', (text: string) => ({ notificationType: 'slack', notificationConfig: text })],
])('text fields of a job follow the rule: %s', (field, given) => {
  for (const value of [0, 0x1f, 0x7f, 0x85, 0xd800])
    expect(errorOf(field, given(`a${String.fromCharCode(value)}b`)), code(value)).not.toBe('');
  if (field !== 'notificationConfig') expect(errorOf(field, given('a 💥 b'))).toBe('');
});

test.each([
  ['webhookURL', (text: string) => ({ webhookURL: `https://example.com/${text}` })],
  ['payload', (text: string) => ({ payload: text })],
  ['headers', (text: string) => ({ headers: { 'x-a': text } })],
  ['headers', (text: string) => ({ headers: JSON.stringify({ 'x-a': text }) })],
])('values sent with a call have no lone surrogates: %s', (field, given) => {
  expect(errorOf(field, given('a\ud800b'))).not.toBe('');
});

test('a payload is allowed any control characters', () => {
  expect(errorOf('payload', { payload: '\u001e{"a":1}\n\u0000' })).toBe('');
  expect(errorOf('description', { description: 'one\r\n\ttwo' })).toBe('');
});
