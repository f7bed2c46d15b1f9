import { keyList, type KeyName } from './key-list.ts';

/** A pressed key, reduced to the facts for shortcuts. Shift is ignored: "?" and "/" differ by layout. */
export interface Press {
  key: string;
  hasMod: boolean;
  /** A modifier other than `mod` or Shift: no shortcut has one. */
  hasOther: boolean;
  /** UTC milliseconds, or any monotonic clock. */
  at: number;
}

/** First press of a pair, until the second arrives or the time is over. */
export interface Begun {
  key: string;
  at: number;
}

const pairMs = 1_000;

/**
 * Shortcut that a key press completes, or the pair it begins.
 * @param areSinglesOn if false, reads only shortcuts with `mod`
 */
export function readKey({
  press,
  begun,
  areSinglesOn,
}: {
  press: Press;
  begun: Begun | null;
  areSinglesOn: boolean;
}): { name: KeyName | null; begun: Begun | null } {
  const nothing = { name: null, begun: null };
  if (press.hasOther || (!press.hasMod && !areSinglesOn)) return nothing;
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  const pressed = press.hasMod ? `mod+${key}` : key;
  const first = begun && press.at - begun.at <= pairMs ? [begun.key] : [];
  const found = find([...first, pressed]) ?? find([pressed]);
  if (found) return { name: found, begun: null };
  const isBeginning = keyList.some(({ presses }) => presses.length > 1 && presses[0] === pressed);
  return isBeginning ? { name: null, begun: { key: pressed, at: press.at } } : nothing;
}

function find(presses: string[]): KeyName | undefined {
  const pressed = presses.join(' ');
  return keyList.find(
    (known) => known.presses.join(' ') === pressed || ('other' in known && known.other === pressed),
  )?.name;
}
