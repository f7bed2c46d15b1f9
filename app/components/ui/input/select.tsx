import { ChevronDown } from 'lucide-react';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { cn } from '#app/components/ui/cn.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { inputStyle } from './input-style.ts';

type SelectProps = Omit<ComponentPropsWithoutRef<'select'>, 'size'>;

/** Native select: works without JavaScript and on every phone. */
export const Select = forwardRef<HTMLSelectElement, SelectProps>(function Select(
  { className, ...rest },
  ref,
) {
  return (
    <span className={cn('relative block min-w-0', className)}>
      <select ref={ref} className={cn(inputStyle(), 'appearance-none truncate pr-8')} {...rest} />
      <Icon
        of={ChevronDown}
        className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-muted"
      />
    </span>
  );
});
