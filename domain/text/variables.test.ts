import { expect, test } from 'vitest';
import { fc } from '#tests/property.ts';
import { placingOf, render, type Placing } from './rendering.ts';
import { piecesOf, unknownVariable, variableNames, withoutVariables } from './variables.ts';

const values = {
  scheduled_for: '2026-01-01T12:00:00.000Z',
  attempt: '2',
  last_success_at: '',
  'secret.KEY': 'a "b"\\\n<c>&d=é',
};
/** Prefers characters that need escaping; the library's own generators are slow to set up. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom('"', '\\', '{', '}', '\n', '\0', '\u2028'),
      fc.integer({ min: 0, max: 0xd7ff }).map((code) => String.fromCodePoint(code)),
      fc.integer({ min: 0xe000, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
    ),
  )
  .map((characters) => characters.join(''));
const most = 262_144;
const rendered = (text: string, placing: Placing) => render({ text, values, placing, most });

test('finds variable names, with or without blanks around them, each once', () => {
  expect(variableNames('{{now}}/{{ secret.KEY }}?{{now}}')).toEqual(['now', 'secret.KEY']);
});

test.each([
  ['{{now}} {{secret.A_1}} {{ attempt }}', null],
  ['{{Now}}', 'Now'],
  ['{{}}', ''],
  ['{{secret.}}', 'secret.'],
  ['{{secret.1A}}', 'secret.1A'],
  ['{{secret.a-b}}', 'secret.a-b'],
  ['{{constructor}}', 'constructor'],
  ['{ {now} } {{now} {{ no end', null],
  ['{{{{now and then}}', null],
])('in %j the unknown variable is %j', (text, unknown) => {
  expect(unknownVariable(text)).toBe(unknown);
});

test('four braces stand for two literal ones and start no variable', () => {
  expect(rendered('{{{{attempt}} is {{attempt}}', 'plain')).toBe('{{attempt}} is 2');
  expect(withoutVariables('["{{{{attempt}}"]')).toBe('["{{attempt}}"]');
});

test.each<[Placing, string, string]>([
  ['plain', 'at {{scheduled_for}}', 'at 2026-01-01T12:00:00.000Z'],
  [
    'url',
    '/a/{{secret.KEY}}?t={{scheduled_for}}',
    '/a/a%20%22b%22%5C%0A%3Cc%3E%26d%3D%C3%A9?t=2026-01-01T12%3A00%3A00.000Z',
  ],
  ['form', 'k={{secret.KEY}}&n={{attempt}}', 'k=a%20%22b%22%5C%0A%3Cc%3E%26d%3D%C3%A9&n=2'],
  ['xml', '<k v="{{secret.KEY}}"/>', '<k v="a &#34;b&#34;\\\n&#60;c&#62;&#38;d=é"/>'],
  ['json', '{"k": "x{{secret.KEY}}"}', '{"k": "xa \\"b\\"\\\\\\n<c>&d=é"}'],
  ['json', '{"n": {{attempt}}, "at": {{scheduled_for}}}', '{"n": 2, "at": "2026-01-01T12:00:00.000Z"}'],
  ['json', '{"a": "\\"", "s": {{last_success_at}}}', '{"a": "\\"", "s": null}'],
  ['json', '{"s": "{{last_success_at}}"}', '{"s": ""}'],
])('in %s, %j becomes %j', (placing, text, expected) => {
  expect(rendered(text, placing)).toBe(expected);
});

test('JSON stays valid JSON with the secret as one value, whatever it contains', () => {
  fc.assert(
    fc.property(anyText, (secret) => {
      const text = '{"in \\\\": "<{{secret.KEY}}>", "out": {{secret.KEY}}, "n": [{{attempt}}]}';
      const json = render({ text, values: { ...values, 'secret.KEY': secret }, placing: 'json', most });
      expect(JSON.parse(json ?? '')).toEqual({ 'in \\': `<${secret}>`, out: secret, n: [2] });
    }),
  );
});

test('a text without variables is unchanged', () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom('plain', 'json', 'url'), (text, placing: Placing) => {
      fc.pre(!text.includes('{{'));
      expect(rendered(text, placing)).toBe(text);
    }),
  );
});

test('a long text of braces and blanks is read in linear time', () => {
  const began = performance.now();
  for (const text of ['{{'.repeat(100_000), `{{${' '.repeat(200_000)}`, '{{ '.repeat(80_000)]) {
    expect(piecesOf(text).length).toBeGreaterThan(0);
  }
  expect(performance.now() - began).toBeLessThan(2_000);
});

test.each([
  ['application/json; charset=utf-8', 'json'],
  ['application/vnd.api+JSON', 'json'],
  ['text/xml', 'xml'],
  ['application/soap+xml;v=1', 'xml'],
  ['application/x-www-form-urlencoded', 'form'],
  ['text/plain', 'plain'],
  [null, 'plain'],
])('a payload of type %s is rendered as %s', (type, placing) => {
  expect(placingOf(type)).toBe(placing);
});
