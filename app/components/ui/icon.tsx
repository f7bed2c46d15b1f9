import { LoaderCircle, type LucideIcon, type LucideIconData } from 'lucide-react';
import type { ReactElement } from 'react';
import { cn } from './cn.ts';

interface IconProps {
  of: LucideIcon;
  size?: 12 | 14 | 16 | 20;
  className?: string | undefined;
}

/** A drawing beside a word: it is never read aloud, the word is. How its lines look stands in controls.css. */
export function Icon({ of: drawing, size = 16, className }: IconProps) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      className={className ? `icon ${className}` : 'icon'}
      dangerouslySetInnerHTML={shapesOf(drawing)}
    />
  );
}

/** Content of a drawing, as markup. */
const known = new Map<LucideIcon, { __html: string }>();

// A page has hundreds of drawings. As the library's own each is two components, and an element for each of its shapes.
function shapesOf(drawing: LucideIcon): { __html: string } {
  let shapes = known.get(drawing);
  if (!shapes) {
    shapes = { __html: dataOf(drawing).node.map(markupOf).join('') };
    known.set(drawing, shapes);
  }
  return shapes;
}

/** The data the library's component hands on to the one that draws. */
function dataOf(drawing: LucideIcon): LucideIconData {
  const { render } = drawing as unknown as {
    render: (props: object, ref: null) => ReactElement<{ icon: LucideIconData }>;
  };
  return render({}, null).props.icon;
}

function markupOf([name, { key: _, ...attributes }]: LucideIconData['node'][number]): string {
  const written = Object.entries(attributes as Record<string, string>);
  return `<${name}${written.map(([attribute, value]) => ` ${attribute}="${value}"`).join('')}/>`;
}

export function Spinner({ className }: { className?: string }) {
  return <Icon of={LoaderCircle} className={cn('animate-spin', className)} />;
}
