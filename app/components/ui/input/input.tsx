import { useNavigation } from '@remix-run/react';
import { Search } from 'lucide-react';
import { forwardRef, useEffect, useRef, type ComponentPropsWithoutRef } from 'react';
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

interface SearchInputProps extends Omit<NativeInput, 'defaultValue' | 'onInput'> {
  label: string;
  /** Search text in the address; the field shows it unless the user has typed since the page was requested. */
  words?: string | undefined;
  inputClassName?: string | undefined;
}

/** Search field with its icon; screen readers get the label, sighted users the placeholder. */
export function SearchInput({ label, words = '', className, inputClassName, ...rest }: SearchInputProps) {
  const { location: requested } = useNavigation();
  const field = useRef<HTMLInputElement>(null);
  const shown = useRef(words);
  const isTyping = useRef(false);
  useEffect(() => {
    if (requested) isTyping.current = false;
  }, [requested]);
  useEffect(() => {
    // Keeps text typed before hydration.
    if (shown.current === words) return;
    shown.current = words;
    if (field.current && !isTyping.current) field.current.value = words;
  }, [words]);
  return (
    <label className={cn('relative block min-w-0 text-muted', className)}>
      <span className="sr-only">{label}</span>
      <Icon of={Search} className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2" />
      <input
        ref={field}
        type="search"
        defaultValue={words}
        onInput={() => (isTyping.current = true)}
        className={cn(inputStyle(), 'pl-8.5', inputClassName)}
        {...rest}
      />
    </label>
  );
}
