import { expect, test } from 'vitest';
import {
  stepToasts,
  toastDurationMs,
  toastLimit,
  toastRemovalDelayMs,
  type ListedToast,
} from './toast-list.ts';

const add = (toasts: readonly ListedToast[], id: string) =>
  stepToasts(toasts, { kind: 'add', toast: { id, message: `Message ${id}`, tone: 'success' } });

const five = ['1', '2', '3', '4', '5'].reduce<readonly ListedToast[]>(add, []);

test('the newest toast comes first', () => {
  expect(five.map(({ id }) => id)).toEqual(['5', '4', '3', '2', '1']);
});

test('a sixth toast pushes the oldest out', () => {
  const six = add(five, '6');
  expect(six).toHaveLength(toastLimit);
  expect(six.map(({ id }) => id)).toEqual(['6', '5', '4', '3', '2']);
});

test('a closed toast gives way before an open one that is older', () => {
  const six = add(stepToasts(five, { kind: 'dismiss', id: '4' }), '6');
  expect(six.map(({ id }) => id)).toEqual(['6', '5', '3', '2', '1']);
});

test('a dismissed toast is closed but stays in the list until it is removed', () => {
  const dismissed = stepToasts(five, { kind: 'dismiss', id: '4' });
  expect(dismissed.find(({ id }) => id === '4')?.isOpen).toBe(false);
  expect(dismissed.filter(({ isOpen }) => isOpen)).toHaveLength(4);
  expect(stepToasts(dismissed, { kind: 'remove', id: '4' }).map(({ id }) => id)).toEqual([
    '5',
    '3',
    '2',
    '1',
  ]);
});

test('dismissing without an id closes all', () => {
  expect(stepToasts(five, { kind: 'dismiss' }).some(({ isOpen }) => isOpen)).toBe(false);
});

test('a toast added twice is shown once and open', () => {
  const again = add(stepToasts(five, { kind: 'dismiss', id: '2' }), '2');
  expect(again.filter(({ id }) => id === '2')).toEqual([
    { id: '2', message: 'Message 2', tone: 'success', isOpen: true },
  ]);
});

test('a toast shown again after it was dismissed stays when the first one is removed', () => {
  const again = add(stepToasts(five, { kind: 'dismiss', id: '2' }), '2');
  expect(stepToasts(again, { kind: 'remove', id: '2' }).map(({ id }) => id)).toContain('2');
});

test('a toast closes after 5 seconds and leaves the list 1,000,000 ms later', () => {
  expect([toastDurationMs, toastRemovalDelayMs]).toEqual([5_000, 1_000_000]);
});
