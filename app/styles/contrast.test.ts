import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contrastRatio, toLinearRgb, type Oklch } from './contrast.ts';

type Tokens = Record<string, Oklch>;

const source = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const [lightText = '', darkText = ''] = source.split('@variant dark');

function readTokens(text: string): Tokens {
  const found = text.matchAll(/(?<![\w-])--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g);
  return Object.fromEntries(
    [...found].map(([, name = '', lightness, chroma, hue]) => [
      name,
      { lightness: Number(lightness), chroma: Number(chroma), hue: Number(hue) },
    ]),
  );
}

const themes = { light: readTokens(lightText), dark: readTokens(darkText) };
const plainGrounds = ['background', 'surface', 'raised', 'sunken'];
const softGrounds = ['brand-soft', 'success-soft', 'warning-soft', 'danger-soft', 'info-soft'];
const statuses = ['success', 'warning', 'danger', 'info'];
const phases = ['dns', 'connect', 'tls', 'wait', 'download'].map((name) => `phase-${name}`);

/** The worst ratio of the design's table; the tokens may be better, never worse. */
const promised = {
  light: {
    ink: 14.2,
    muted: 5.4,
    words: 5.7,
    'on-solid': 6.8,
    control: 3.1,
    focus: 4.3,
    phases: 4.0,
    hand: 3.4,
  },
  dark: {
    ink: 11.8,
    muted: 5.7,
    words: 6.0,
    'on-solid': 8.1,
    control: 3.1,
    focus: 6.3,
    phases: 6.6,
    hand: 6.0,
  },
};

function worst({ tokens, fronts, grounds }: { tokens: Tokens; fronts: string[]; grounds: string[] }): number {
  const of = (name: string) => {
    const token = tokens[name];
    if (!token) throw new Error(`${name} is not in the token table`);
    return token;
  };
  const ratios = fronts.flatMap((front) => grounds.map((ground) => contrastRatio(of(front), of(ground))));
  // Cut to the digit the table prints.
  return Math.floor(Math.min(...ratios) * 10 + 1e-9) / 10;
}

describe.each(['light', 'dark'] as const)('on %s ground', (theme) => {
  const tokens = themes[theme];
  const least = promised[theme];

  test('both themes define the same tokens', () => {
    expect(Object.keys(tokens)).toEqual(Object.keys(themes.light));
    expect(Object.keys(tokens)).toHaveLength(27);
  });

  test('text is legible on every background', () => {
    const grounds = [...plainGrounds, ...softGrounds];
    expect(worst({ tokens, fronts: ['ink'], grounds })).toBeGreaterThanOrEqual(least.ink);
    expect(worst({ tokens, fronts: ['muted'], grounds })).toBeGreaterThanOrEqual(least.muted);
  });

  test('links and states are legible on plain backgrounds and on their own', () => {
    const own = ['brand', ...statuses].map((name) =>
      worst({ tokens, fronts: [name], grounds: [...plainGrounds, `${name}-soft`] }),
    );
    expect(Math.min(...own)).toBeGreaterThanOrEqual(least.words);
  });

  test('text on solid buttons is legible, also when hovered', () => {
    const grounds = ['brand', 'brand-hover', 'danger'];
    expect(worst({ tokens, fronts: ['on-solid'], grounds })).toBeGreaterThanOrEqual(least['on-solid']);
  });

  test('edges, the focus ring, phases and the now marker are visible', () => {
    const grounds = plainGrounds;
    expect(worst({ tokens, fronts: ['control'], grounds })).toBeGreaterThanOrEqual(least.control);
    expect(worst({ tokens, fronts: ['focus'], grounds })).toBeGreaterThanOrEqual(least.focus);
    expect(worst({ tokens, fronts: phases, grounds })).toBeGreaterThanOrEqual(least.phases);
    expect(worst({ tokens, fronts: ['hand'], grounds })).toBeGreaterThanOrEqual(least.hand);
  });

  test('every color can be shown in sRGB', () => {
    const outside = Object.entries(tokens).filter(([, colour]) =>
      toLinearRgb(colour).some((channel) => channel < -0.002 || channel > 1.002),
    );
    expect(outside).toEqual([]);
  });
});
