import { ChevronDown } from 'lucide-react';
import type { DetailsHTMLAttributes, ReactNode } from 'react';
import { cn } from '#app/components/ui/cn.ts';
import { Icon } from '#app/components/ui/icon.tsx';

interface DisclosureProps extends DetailsHTMLAttributes<HTMLDetailsElement> {
  summary: ReactNode;
  /** `line` opens a part of a page, `link` a detail next to a figure. */
  styles?: 'line' | 'link' | undefined;
}

export function Disclosure({ summary, styles = 'link', className, children, ...rest }: DisclosureProps) {
  const style =
    styles === 'line'
      ? 'py-3.5 text-base font-semibold text-ink'
      : 'min-h-6 text-xs font-medium text-brand hover:underline';
  return (
    <details className={cn('group/disclosure', className)} {...rest}>
      <summary className={cn('flex items-center gap-1.5', style)}>
        {summary}
        <Icon
          of={ChevronDown}
          size={styles === 'line' ? 16 : 14}
          className={cn(
            'transition-transform group-open/disclosure:rotate-180',
            styles === 'line' && 'ml-auto text-muted',
          )}
        />
      </summary>
      {children}
    </details>
  );
}
