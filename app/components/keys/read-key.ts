import { keyList, type KeyName } from './key-list.ts';

/** A pressed key, as far as shortcuts care. Shift is ignored: "?" and "/" differ by layout. */
export interface Press {
  key: string;
  hasMod: boolean;
  /** Another modifier than `mod` or Shift: no shortcut has one. */
  hasOther: boolean;
  /** UTC milliseconds, or any clock that only goes on. */
  at: number;
}

/** The first press of a pair, until the second comes or time is up. */
export interface Begun {
  key: string;
  at: number;
}

const pairMs = 1_000;

/**
 * The shortcut a key press completes, or the one it begins.
 * @param areSinglesOn off: only shortcuts with `mod` are read
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
