import {
  CircleQuestionMark,
  LoaderCircle,
  Pause,
  SlidersHorizontal,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Icon } from './icon.tsx';

const drawings = { CircleQuestionMark, LoaderCircle, Pause, SlidersHorizontal, Trash2 };
const shapesIn = (markup: string) =>
  markup.replace(/^<svg[^>]*>|<\/svg>$/g, '').replaceAll(/><\/\w+>/g, '/>');

test.each(Object.entries<LucideIcon>(drawings))('%s has the shapes of the library', (_name, drawing) => {
  const drawn = renderToStaticMarkup(createElement(drawing));
  const shapes = shapesIn(renderToStaticMarkup(createElement(Icon, { of: drawing })));
  expect(shapes).toMatch(/^<(?:path|circle|rect|line)/);
  expect(shapes).toBe(shapesIn(drawn));
});
