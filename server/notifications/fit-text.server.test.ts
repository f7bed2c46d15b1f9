import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesInJson } from './cut-text.server.ts';
import { fitText, shownLine, shownText } from './fit-text.server.ts';

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const unescape = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&amp;', '&');

test('a fitted text is the start of the text in whole characters, within the limit, as it is rendered', () => {
  const anyText = fc.string({
    unit: fc.constantFrom('a', '&', '<', ' ', '\n', 'é', 'e\u0301', '😀', '👩\u200d🚒', '語'),
    maxLength: 300,
  });
  fc.assert(
    fc.property(anyText, fc.integer({ min: 5, max: 300 }), (text, most) => {
      for (const size of [(one: string) => one.length, bytesInJson]) {
        const fitted = fitText({ text, most, render: escape, size });
        expect(size(fitted)).toBeLessThanOrEqual(most);
        if (size(escape(text)) <= most) expect(fitted).toBe(escape(text));
        if (fitted === escape(text)) continue;
        expect(fitted.endsWith('…')).toBe(true);
        const kept = unescape(fitted.slice(0, -1));
        expect(text.startsWith(kept)).toBe(true);
        expect(fitted).not.toMatch(/&(?!amp;|lt;)/);
        expect(/[\ud800-\udbff]$/.test(kept)).toBe(false);
        expect(/^[\u0301\u200d]/.test(text.slice(kept.length))).toBe(false);
      }
    }),
  );
});

test('a text is cut after a word, and a long word wherever it must be', () => {
  expect(fitText({ text: 'The response was 503', most: 15 })).toBe('The response…');
  expect(fitText({ text: `${'x'.repeat(100)} y`, most: 80 })).toBe(`${'x'.repeat(79)}…`);
  expect(fitText({ text: 'short', most: 80 })).toBe('short');
});

test('control characters and halves of pairs are not shown, line breaks only in a text', () => {
  expect(shownText('a\0b\r\nc\ud800')).toBe('a b\nc\ufffd');
  expect(shownText('a\u2028b\u2029c')).toBe('a\nb\nc');
  expect(shownLine(' a\n\n b\t\u2028c')).toBe('a b c');
});
