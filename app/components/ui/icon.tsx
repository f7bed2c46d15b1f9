import { LoaderCircle, type LucideIcon, type LucideIconData } from 'lucide-react';
import type { ReactElement } from 'react';
import { cn } from './cn.ts';

interface IconProps {
  of: LucideIcon;
  size?: 12 | 14 | 16 | 20;
  className?: string | undefined;
}

/** Icon beside a text, hidden from screen readers. controls.css styles its lines. */
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

/** Cached markup of each icon's shapes. */
const known = new Map<LucideIcon, { __html: string }>();

// A page has hundreds of icons. The library's components would render two components each, and an element per
// shape.
function shapesOf(drawing: LucideIcon): { __html: string } {
  let shapes = known.get(drawing);
  if (!shapes) {
    shapes = { __html: dataOf(drawing).node.map(markupOf).join('') };
    known.set(drawing, shapes);
  }
  return shapes;
}

/** Data that the library's component passes to its renderer. */
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
