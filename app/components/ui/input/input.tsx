import { Search } from 'lucide-react';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { cn } from '#app/components/ui/cn.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { inputStyle } from './input-style.ts';

type NativeInput = Omit<ComponentPropsWithoutRef<'input'>, 'size'>;

export interface InputProps extends NativeInput {
  /** Mono font, for cron, URLs, ids and code. */
  isMono?: boolean | undefined;
  size?: 'md' | 'lg' | undefined;
}

export const Input = forwardRef<HTMLInputElement, InputProps>(function Input(
  { isMono, size, className, ...rest },
  ref,
) {
  return (
    <input
      ref={ref}
      className={cn(inputStyle({ type: isMono ? 'mono' : 'sans', size }), className)}
      {...rest}
    />
  );
});

interface SearchInputProps extends NativeInput {
  label: string;
  inputClassName?: string | undefined;
}

/** Search field with its icon; screen readers get the label, sighted users the placeholder. */
export const SearchInput = forwardRef<HTMLInputElement, SearchInputProps>(function SearchInput(props, ref) {
  const { label, className, inputClassName, ...rest } = props;
  return (
    <label className={cn('relative block min-w-0 text-muted', className)}>
      <span className="sr-only">{label}</span>
      <Icon of={Search} className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2" />
      <input ref={ref} type="search" className={cn(inputStyle(), 'pl-8.5', inputClassName)} {...rest} />
    </label>
  );
});
