import { forwardRef, useEffect, useRef, type ComponentPropsWithoutRef, type ReactNode } from 'react';
import { cn } from '#app/components/ui/cn.ts';

export interface CheckboxProps extends Omit<ComponentPropsWithoutRef<'input'>, 'type' | 'size'> {
  /** Some, but not all, of its items are selected. */
  isSome?: boolean | undefined;
}

/** Checkbox without a label: use `aria-label` or a `CheckLabel`. */
export const Checkbox = forwardRef<HTMLInputElement, CheckboxProps>(function Checkbox(props, given) {
  const { isSome = false, className, ...rest } = props;
  const own = useRef<HTMLInputElement | null>(null);
  useEffect(() => {
    if (own.current) own.current.indeterminate = isSome;
  }, [isSome]);
  const attach = (node: HTMLInputElement | null) => {
    own.current = node;
    if (typeof given === 'function') given(node);
    else if (given) given.current = node;
  };
  return (
    <input
      ref={attach}
      type="checkbox"
      className={className ? cn('check-box', className) : 'check-box'}
      {...rest}
    />
  );
});

interface CheckLabelProps {
  hint?: ReactNode;
  className?: string | undefined;
  /** The control, before its label. */
  control: ReactNode;
  children: ReactNode;
}

/** A checkbox or radio with its label and an explanation below. */
export function CheckLabel({ control, hint, className, children }: CheckLabelProps) {
  return (
    <label className={cn('flex min-h-6 items-start gap-2 touch:min-h-8', className)}>
      <span className="mt-0.5 flex">{control}</span>
      <span>
        {children}
        {hint ? <span className="block text-xs text-muted">{hint}</span> : null}
      </span>
    </label>
  );
}
