import { expect, test } from 'vitest';
import { readKey, type Begun } from './read-key.ts';

const press = (key: string, { begun = null, at = 0, areSinglesOn = true, ...rest }: Given = {}) =>
  readKey({ press: { key, hasMod: false, hasOther: false, at, ...rest }, begun, areSinglesOn });

interface Given {
  begun?: Begun | null;
  at?: number;
  areSinglesOn?: boolean;
  hasMod?: boolean;
  hasOther?: boolean;
}

test('reads single keys in either case', () => {
  expect(press('c').name).toBe('create');
  expect(press('J').name).toBe('next');
  expect(press('?').name).toBe('sheet');
  expect(press('Enter').name).toBe('open');
  expect(press('o').name).toBe('open');
  expect(press('[').name).toBe('previous-execution');
  expect(press(']').name).toBe('next-execution');
  expect(press('q')).toEqual({ name: null, begun: null });
});

test('two keys within a second make one shortcut', () => {
  const { begun } = press('g', { at: 100 });
  expect(begun).toEqual({ key: 'g', at: 100 });
  expect(press('d', { begun, at: 1_100 }).name).toBe('go-dashboard');
  expect(press('d', { begun, at: 1_101 }).name).toBeNull();
});

test('a second key that completes no pair counts as a key of its own', () => {
  const begun = { key: 'g', at: 0 };
  expect(press('c', { begun }).name).toBe('create');
  expect(press('g', { begun })).toEqual({ name: null, begun });
});

test('with single keys off, shortcuts with Ctrl or Cmd still work', () => {
  expect(press('j', { areSinglesOn: false })).toEqual({ name: null, begun: null });
  expect(press('g', { areSinglesOn: false }).begun).toBeNull();
  expect(press('k', { areSinglesOn: false, hasMod: true }).name).toBe('menu');
  expect(press('Enter', { hasMod: true }).name).toBe('submit');
});

test('leaves other key combinations to the browser', () => {
  expect(press('c', { hasMod: true }).name).toBeNull();
  expect(press('c', { hasOther: true }).name).toBeNull();
});
