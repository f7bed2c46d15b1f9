import { expect, test } from 'vitest';
import { fc } from '#tests/property.ts';
import { toCsvCell } from './csv-cell.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+SUM(A1)', "'+SUM(A1)"],
  ['-2', "'-2"],
  ['@cmd', "'@cmd"],
  ['\tx', "'\tx"],
  ['\rx', "'\rx"],
  ['\nx', "'\nx"],
  ['\0x', "'\0x"],
  // A program that splits by semicolons finds a cell behind each of them.
  [';x', "';x"],
  [';=1+1', "';'=1+1"],
  ['x;=1+1', "x;'=1+1"],
  ['a; b;; \t@SUM(1)', "a; b;; \t'@SUM(1)"],
  // Programs without support for quotes start a row after a line break.
  ['a, b\r\n=1+1', "a, b\r\n'=1+1"],
  // Blanks and invisible characters before the sign
  ['  =1+1', "  '=1+1"],
  ['\u00a0=1', "\u00a0'=1"],
  ['\u200b=1', "\u200b'=1"],
  ['\ufeff+1', "\ufeff'+1"],
  // Wide and small forms
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠cmd', "'＠cmd"],
  ['；x', "'；x"],
  ['﹦1', "'﹦1"],
])('%j is escaped as %j', (text, cell) => {
  expect(toCsvCell(text)).toBe(cell);
});

test.each([
  ['Failed: the response was 503; this job expects 2xx.'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36'],
  ['2026-11-21T08:00:00.000Z'],
  ['a=b, c-d, e@f'],
  ["'quoted'"],
  [''],
])('%j stays unchanged', (text) => {
  expect(toCsvCell(text)).toBe(text);
});

test('a negative number stays a number', () => {
  expect(toCsvCell(-300)).toBe(-300);
  expect(toCsvCell(null)).toBe(null);
});

/** The cells found by a program that splits by tabs, line breaks and semicolons and ignores quotes. */
const cellsOf = (cell: unknown) => String(cell).split(/[;\t\r\n]/);

test('no text becomes a formula in any program, and removing the marks gives the text back', () => {
  const texts = fc.string({
    unit: fc.constantFrom(...'=+-@;\t\r\n\0 \u200b＝＠；aé'.split(''), '😀', '\ud800', '"', ','),
  });
  fc.assert(
    fc.property(texts, (text) => {
      const cell = toCsvCell(text);
      for (const one of cellsOf(cell))
        expect(one.normalize('NFKC')).not.toMatch(/^[\s\p{Cc}\p{Cf}]*[=+\-@]/u);
      expect(String(cell)).not.toMatch(/^[;\t\r\n\0]/);
      expect(String(cell).replaceAll("'", '')).toBe(text);
    }),
    { numRuns: 2_000 },
  );
});
