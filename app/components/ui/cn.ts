import { clsx, type ClassValue } from 'clsx';
import { createTailwindMerge } from 'tailwind-merge';

// tailwind-merge's own table has every Tailwind utility and default colour: 6 kB of a page's budget. This one
// has only the utilities that a component sets and a caller may override.

const any = () => true;
const of = (...prefixes: string[]) => prefixes.map((prefix) => ({ [prefix]: [any] }));
const widths = ['', '0', '2', '4'];
const sides = <Value>(of: (side: string) => [string, Value]) =>
  Object.fromEntries(['x', 'y', 't', 'r', 'b', 'l'].map(of));

const classGroups = {
  display: [
    'block',
    'inline',
    'inline-block',
    'inline-flex',
    'inline-grid',
    'flex',
    'grid',
    'hidden',
    'contents',
    'table',
  ],
  position: ['static', 'fixed', 'absolute', 'relative', 'sticky'],
  'inset-ring': ['inset-ring'],
  'inset-ring-color': of('inset-ring'),
  inset: of('inset'),
  'inset-x': of('inset-x'),
  'inset-y': of('inset-y'),
  top: of('top'),
  right: of('right'),
  bottom: of('bottom'),
  left: of('left'),
  size: of('size'),
  w: of('w'),
  h: of('h'),
  'min-w': of('min-w'),
  'max-w': of('max-w'),
  'min-h': of('min-h'),
  'max-h': of('max-h'),
  p: of('p'),
  px: of('px'),
  py: of('py'),
  pt: of('pt'),
  pr: of('pr'),
  pb: of('pb'),
  pl: of('pl'),
  m: of('m'),
  mx: of('mx'),
  my: of('my'),
  mt: of('mt'),
  mr: of('mr'),
  mb: of('mb'),
  ml: of('ml'),
  gap: of('gap'),
  'gap-x': of('gap-x'),
  'gap-y': of('gap-y'),
  'grid-cols': of('grid-cols'),
  items: of('items'),
  justify: of('justify'),
  'justify-items': of('justify-items'),
  flex: [{ flex: ['1', 'auto', 'none'] }],
  'flex-direction': [{ flex: ['row', 'col', 'row-reverse', 'col-reverse'] }],
  whitespace: of('whitespace'),
  'font-family': [{ font: ['sans', 'mono'] }],
  'font-weight': [{ font: ['normal', 'medium', 'semibold'] }],
  'text-align': [{ text: ['left', 'center', 'right'] }],
  'text-wrap': [{ text: ['balance', 'pretty', 'wrap', 'nowrap'] }],
  'text-size': [{ text: ['xs', 'mono', 'sm', 'base', 'xl', '2xl', '4xl', '5xl'] }],
  'text-color': of('text'),
  leading: of('leading'),
  tracking: of('tracking'),
  bg: of('bg'),
  'border-width': [{ border: widths }],
  ...sides((side) => [`border-width-${side}`, [{ [`border-${side}`]: widths }]]),
  ...sides((side) => [`border-color-${side}`, of(`border-${side}`)]),
  'border-collapse': [{ border: ['collapse', 'separate'] }],
  'border-style': [{ border: ['solid', 'dashed', 'none'] }],
  'border-color': of('border'),
  rounded: of('rounded'),
  ...sides((side) => [`rounded-${side}`, of(`rounded-${side}`)]),
  shadow: of('shadow'),
  overflow: of('overflow'),
  'overflow-x': of('overflow-x'),
  'overflow-y': of('overflow-y'),
  opacity: of('opacity'),
  z: of('z'),
};

const conflictingClassGroups = {
  inset: ['inset-x', 'inset-y', 'top', 'right', 'bottom', 'left'],
  'inset-x': ['right', 'left'],
  'inset-y': ['top', 'bottom'],
  size: ['w', 'h'],
  p: ['px', 'py', 'pt', 'pr', 'pb', 'pl'],
  px: ['pr', 'pl'],
  py: ['pt', 'pb'],
  m: ['mx', 'my', 'mt', 'mr', 'mb', 'ml'],
  mx: ['mr', 'ml'],
  my: ['mt', 'mb'],
  gap: ['gap-x', 'gap-y'],
  'text-size': ['leading'],
};

const merge = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups,
  conflictingClassGroups,
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: ['before', 'after', '*', '**'],
}));

/** Joins class names; if two set the same property, the last one wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
