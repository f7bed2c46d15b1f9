import { expect, test } from 'vitest';
import { fc } from '#tests/property.ts';
import { responseShown } from './execution.ts';
import { RawJson, stringifyRaw } from './raw-json.ts';

const given = { contentType: 'application/json', isCut: false, isBinary: false, sha256: null };

test('a response is written as received: numbers, repeated names and escapes are unchanged', () => {
  const body = '{"id":12345678901234567890,"n":1.0,"big":1e400,"a":1,"a":2,"e":"\\u00e9","x": [ ]}';
  const json = stringifyRaw({ data: { response: responseShown({ ...given, body }), more: 1 } });
  expect(json).toBe(`{"data":{"response":${body},"more":1}}`);
});

test('a text, a number and invalid JSON are strings', () => {
  for (const body of ['"text"', '12345678901234567890', 'no JSON', '{"a":'])
    expect(responseShown({ ...given, body })).toBe(body);
});

test('values beside raw texts are written as by JSON.stringify', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.json(), (value, text) => {
      const raw = new RawJson({ text, value: null });
      expect(stringifyRaw({ value })).toBe(JSON.stringify({ value }));
      expect(stringifyRaw([value, raw, value, raw])).toBe(
        `[${JSON.stringify(value)},${text},${JSON.stringify(value)},${text}]`,
      );
    }),
  );
});

test('JSON.stringify writes the parsed value', () => {
  expect(JSON.stringify(new RawJson({ text: '[1.0]', value: [1] }))).toBe('[1]');
});
