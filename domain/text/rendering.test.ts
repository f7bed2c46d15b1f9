import { expect, test } from 'vitest';
import { fc } from '#tests/property.ts';
import { type Placing, render } from './rendering.ts';
import { utf8Length } from './utf8-length.ts';

const placings: Placing[] = ['plain', 'url', 'json', 'form', 'xml'];
const text = fc.string({
  unit: fc.constantFrom('a', '"', '\\', '<', 'ü', '€', '💥', ' ', '\n'),
  maxLength: 20,
});
const template = fc
  .array(fc.oneof(text, fc.constantFrom('{{secret.A}}', '{{now}}', '{{{{', '{{absent}}', '"')))
  .map((parts) => parts.join(''));

test.each(placings)('in %s a result may be as long as its limit, and not a byte longer', (placing) => {
  fc.assert(
    fc.property(template, text, (written, secret) => {
      const values = { 'secret.A': secret, now: '2026-01-01T12:00:00.000Z' };
      const whole = render({ text: written, values, placing, most: 1_000_000 }) ?? '';
      const bytes = new TextEncoder().encode(whole).length;
      expect(render({ text: written, values, placing, most: bytes })).toBe(whole);
      if (bytes > 0) expect(render({ text: written, values, placing, most: bytes - 1 })).toBeNull();
    }),
  );
});

test('a property name of every object is not a variable', () => {
  expect(render({ text: '[{{constructor}}]', values: {}, placing: 'plain', most: 100 })).toBe('[]');
});

test('counts the UTF-8 bytes of a text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('', '\ud800', '\udc00', '\udbff\ud800'),
      (one, half) => {
        expect(utf8Length(one + half)).toBe(Buffer.byteLength(one + half));
        expect(utf8Length(half + one)).toBe(Buffer.byteLength(half + one));
      },
    ),
  );
});
