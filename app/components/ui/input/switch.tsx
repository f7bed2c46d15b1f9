import { forwardRef, type ComponentPropsWithoutRef, type ReactNode } from 'react';
import { cn } from '#app/components/ui/cn.ts';

interface SwitchProps extends Omit<ComponentPropsWithoutRef<'input'>, 'type' | 'size' | 'role'> {
  children: ReactNode;
}

/** Immediate on/off switch: a checkbox with the role of a switch. */
export const Switch = forwardRef<HTMLInputElement, SwitchProps>(function Switch(
  { children, className, ...rest },
  ref,
) {
  return (
    <label className={cn('inline-flex min-h-6 items-center gap-2 font-medium whitespace-nowrap', className)}>
      <input ref={ref} type="checkbox" role="switch" className="switch-track" {...rest} />
      {children}
    </label>
  );
});
