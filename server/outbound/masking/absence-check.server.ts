import { escapeMarks } from './decoded-views.server.ts';
import type { Needle } from './text-matcher.server.ts';

/** Bytes of a needle that are looked for; in a cut text fewer, as it may end within the needle. */
const probeBytes = 8;
const cutProbeBytes = 4;
/** Characters compared at most, needles times length: beyond it the matcher, which takes one pass, is quicker. */
const mostCompared = 65_536;

/**
 * Reports that none of the needles is in a text, without the matcher: preparing it costs more than all the rest of a
 * small call. False says nothing: the text has escapes, is long, or something in it begins like a needle.
 */
export type AbsenceCheck = (order: { text: string; isCut: boolean }) => boolean;

export function createAbsenceCheck(needles: readonly Needle[]): AbsenceCheck {
  const starts = needles.map(({ bytes }) => folded(Buffer.from(bytes.subarray(0, probeBytes))));
  const probes = [...new Set(starts)].filter((start) => start !== '');
  return ({ text, isCut }) => {
    if (text.length * probes.length > mostCompared || escapeMarks.test(text)) return false;
    const searched = ascii.test(text) ? foldedText(text) : folded(Buffer.from(text));
    return !probes.some((probe) => searched.includes(isCut ? probe.slice(0, cutProbeBytes) : probe));
  };
}

/** A byte is a character. Folds at least what the matcher folds: letters of Latin-1 lose their case too. */
function folded(bytes: Buffer): string {
  return foldedText(bytes.toString('latin1'));
}

/** Its bytes and its characters are the same. */
const ascii = /^[\0-\x7f]*$/;

const foldedText = (text: string): string => text.toLowerCase().replaceAll('+', ' ');
