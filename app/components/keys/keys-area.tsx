import { createContext, useContext, useRef, useState, type ReactNode } from 'react';
import { useEarlyEffect } from '#app/components/ui/use-early-effect.ts';
import type { KeyName } from './key-list.ts';
import { isKeyTaken, isMac } from './key-target.ts';
import { readKey, type Begun } from './read-key.ts';
import { useSinglesChoice } from './use-singles-choice.ts';

type Act = () => void;

const KeysContext = createContext(keysOf(new Map()));
const SinglesContext = createContext<ReturnType<typeof useSinglesChoice>>([true, () => undefined]);

/**
 * Binds an action to a shortcut of the list. If several bind one key, the latest wins.
 * @param act null: nothing to do now, so the previous binding gets the key
 */
export function useKey(name: KeyName, act: Act | null): void {
  const { bind } = useContext(KeysContext);
  const latest = useRef(act);
  useEarlyEffect(() => {
    latest.current = act;
  });
  const isBound = act !== null;
  useEarlyEffect(() => (isBound ? bind(name, () => latest.current?.()) : undefined), [bind, name, isBound]);
}

/** Triggers a shortcut from a button. */
export function usePressKey(): (name: KeyName) => void {
  return useContext(KeysContext).press;
}

/** Single-key shortcuts: reports whether they are on, and changes that; for the sheet and for settings. */
export function useSingles(): ReturnType<typeof useSinglesChoice> {
  return useContext(SinglesContext);
}

/**
 * Handles the shortcuts of the page below it.
 * @param areSinglesOn earlier choice in this browser
 */
export function KeysArea({ areSinglesOn, children }: { areSinglesOn: boolean; children: ReactNode }) {
  const [keys] = useState(() => keysOf(new Map()));
  const singles = useSinglesChoice(areSinglesOn);
  useKeyPresses({ keys, areSinglesOn: singles[0] });
  return (
    <KeysContext.Provider value={keys}>
      <SinglesContext.Provider value={singles}>{children}</SinglesContext.Provider>
    </KeysContext.Provider>
  );
}

function keysOf(bound: Map<KeyName, Act[]>) {
  const actsOf = (name: KeyName) => bound.get(name) ?? [];
  return {
    has: (name: KeyName) => actsOf(name).length > 0,
    press: (name: KeyName) => actsOf(name).at(-1)?.(),
    bind: (name: KeyName, act: Act) => {
      bound.set(name, [...actsOf(name), act]);
      return () => {
        bound.set(
          name,
          actsOf(name).filter((other) => other !== act),
        );
      };
    },
  };
}

// Shortcuts that repeat while held down; others would run ten times a second.
const repeated = new Set<KeyName>(['next', 'previous']);
const modifiers = new Set(['Shift', 'Control', 'Meta', 'Alt']);

function useKeyPresses({
  keys,
  areSinglesOn,
}: {
  keys: ReturnType<typeof keysOf>;
  areSinglesOn: boolean;
}): void {
  useEarlyEffect(() => {
    let begun: Begun | null = null;
    const hear = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || modifiers.has(event.key)) return;
      const press = pressOf(event);
      const isTaken = !press.hasMod && isKeyTaken(event);
      const read = isTaken ? { name: null, begun: null } : readKey({ press, begun, areSinglesOn });
      begun = read.begun;
      if (!read.name || !keys.has(read.name) || (event.repeat && !repeated.has(read.name))) return;
      event.preventDefault();
      keys.press(read.name);
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [keys, areSinglesOn]);
}

function pressOf(event: KeyboardEvent) {
  const { key, metaKey, ctrlKey, altKey, timeStamp: at } = event;
  // On many layouts AltGr (Option on a Mac) types a bracket: it is part of the character.
  const isTyped = key === '[' || key === ']' || event.getModifierState('AltGraph');
  if (isTyped && altKey && !metaKey) return { key, hasMod: false, hasOther: false, at };
  const [hasMod, hasOther] = isMac() ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  return { key, hasMod, hasOther: hasOther || altKey, at };
}
