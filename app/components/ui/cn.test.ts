import { expect, test } from 'vitest';
import { cn } from './cn.ts';

test.each([
  ['h-9 px-3', 'h-11', 'px-3 h-11'],
  ['size-9 touch:size-11', 'size-7', 'touch:size-11 size-7'],
  ['p-4 pl-2', 'p-1', 'p-1'],
  ['px-2', 'pl-4', 'px-2 pl-4'],
  ['w-4 h-4', 'size-2', 'size-2'],
  ['text-sm text-ink', 'text-mono', 'text-ink text-mono'],
  ['text-sm text-ink', 'text-muted', 'text-sm text-muted'],
  ['border border-border', 'border-danger', 'border border-danger'],
  ['border border-border', 'border-0', 'border-border border-0'],
  ['bg-surface hover:bg-sunken', 'bg-raised', 'hover:bg-sunken bg-raised'],
  ['border border-border', 'border-x-0', 'border border-border border-x-0'],
  ['rounded-card', 'rounded-b-none', 'rounded-card rounded-b-none'],
  ['inset-ring inset-ring-brand', 'inset-x-0', 'inset-ring inset-ring-brand inset-x-0'],
  ['flex', 'hidden', 'hidden'],
  ['max-sm:hidden', 'flex', 'max-sm:hidden flex'],
  ['rounded-card shadow-raised', 'rounded-control', 'shadow-raised rounded-control'],
])('"%s" and then "%s" is "%s"', (first, second, merged) => {
  expect(cn(first, second)).toBe(merged);
});

test('absent classes are left out', () => {
  expect(cn('flex', false, undefined, null, ['gap-2'])).toBe('flex gap-2');
});
