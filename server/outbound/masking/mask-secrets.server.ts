import { startOfBytes } from '#server/outbound/cut-text.server.ts';
import { type AbsenceCheck, createAbsenceCheck } from './absence-check.server.ts';
import { decodedViews } from './decoded-views.server.ts';
import { type HiddenValues, secretNeedles } from './secret-needles.server.ts';
import { addSpan, createMatcher, type Matcher, type Needle, type Span } from './text-matcher.server.ts';

interface MaskOrder {
  text: string;
  /** The text may end within a value: an incomplete one is masked too. */
  isCut?: boolean;
  /** Short values are hidden too, of which masking each would shred a longer text. */
  isShort?: boolean;
  /** Bytes of the result in UTF-8. */
  most?: number;
}

/** A text without the values of secrets. */
interface Masked {
  text: string;
  /** The result was longer than it may be, as names are longer than values, or the text was. */
  isCut: boolean;
}

export interface Mask {
  (order: MaskOrder): Masked;
  /** True if there is nothing to hide: every text stays as it is. */
  isIdle?: () => boolean;
  /** True if nothing that a small text could hide is in it; false says nothing. */
  isClear?: (order: Pick<MaskOrder, 'text' | 'isCut'>) => boolean;
}

/** Longer text is cut before the search: nothing stored is longer (64 KiB of a body, 16 KiB of headers). */
const longestText = 65_536;
/** Values of one to three bytes occur everywhere in a body by chance, and are no real secrets. */
const shortestSecretBytes = 4;

/**
 * Creates a mask that replaces the values of secrets in a text by the names of their variables, and those of secret
 * headers by asterisks. Finds a value in any case, with characters escaped as in URLs, JSON or XML, and in base64. The
 * time is linear in the text and the values.
 */
export function createMask(values: HiddenValues): Mask {
  const isAnyShort = [...Object.values(values.secrets), ...(values.hidden ?? [])].some(
    (value) => Buffer.byteLength(value) < shortestSecretBytes,
  );
  const searches = new Map<number, Search | null>();
  const searchFor = (shortest: number) => {
    const known = searches.get(shortest);
    if (known !== undefined) return known;
    const needles = secretNeedles({ values, shortest });
    const search = needles.length > 0 ? createSearch(needles) : null;
    searches.set(shortest, search);
    return search;
  };
  const mask: Mask = ({ text: whole, isCut = false, isShort = false, most = longestText }) => {
    const search = searchFor(isShort && isAnyShort ? 1 : shortestSecretBytes);
    if (search === null) return { text: whole, isCut: false };
    // One UTF-16 unit has three bytes at most.
    if (whole.length * 3 <= most && search.isAbsent({ text: whole, isCut }))
      return { text: whole, isCut: false };
    const text = whole.slice(0, longestText);
    const isShorter = text.length < whole.length;
    const spans = spansIn({ text, isCut: isCut || isShorter, matcher: search.matcher() });
    const masked = rewrite({ text, spans, most });
    return { ...masked, isCut: masked.isCut || isShorter };
  };
  const widest = () => searchFor(isAnyShort ? 1 : shortestSecretBytes);
  mask.isIdle = () => widest() === null;
  mask.isClear = ({ text, isCut = false }) => widest()?.isAbsent({ text, isCut }) ?? true;
  return mask;
}

interface Search {
  isAbsent: AbsenceCheck;
  matcher: () => Matcher;
}

/** The matcher is prepared for the first text that needs it: most responses repeat nothing of their request. */
function createSearch(needles: readonly Needle[]): Search {
  let matcher: Matcher | undefined;
  return { isAbsent: createAbsenceCheck(needles), matcher: () => (matcher ??= createMatcher(needles)) };
}

/** Positions of values in a text, by its characters. */
function spansIn({ text, isCut, matcher }: { text: string; isCut: boolean; matcher: Matcher }): Span[] {
  const shortestTail = isCut ? shortestSecretBytes : null;
  const found = decodedViews({ text, isCut }).flatMap(({ bytes, starts, ends }) =>
    matcher({ bytes, shortestTail }).map(({ start, end, label }) => ({
      start: starts[start] ?? 0,
      // In a cut text, an escape at the end may be a part of the value.
      end: isCut && end === bytes.length ? text.length : (ends[end - 1] ?? 0),
      label,
    })),
  );
  const spans: Span[] = [];
  for (const span of found.sort((one, other) => one.start - other.start)) addSpan({ spans, span });
  return spans;
}

/** Replaces each span by its label, until the result is as long as it may be. */
function rewrite({ text, spans, most }: { text: string; spans: Span[]; most: number }): Masked {
  const parts: string[] = [];
  let left = most;
  let at = 0;
  for (const { start, end, label } of [...spans, { start: text.length, end: text.length, label: '' }]) {
    const kept = Buffer.from(text.slice(at, start));
    parts.push(startOfBytes({ data: kept, most: left }));
    left -= kept.length + label.length;
    if (left < 0) return { text: parts.join(''), isCut: true };
    parts.push(label);
    at = end;
  }
  return { text: parts.join(''), isCut: false };
}
