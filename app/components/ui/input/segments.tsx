import type { ReactNode } from 'react';
import { cn } from '#app/components/ui/cn.ts';

export interface Choice {
  value: string;
  label: ReactNode;
  hint?: string;
  isDisabled?: boolean;
}

export interface ChoiceProps {
  name: string;
  label: string;
  choices: readonly Choice[];
  /** With `onChange` for a controlled choice; otherwise use `defaultValue`. */
  value?: string | undefined;
  defaultValue?: string | undefined;
  onChange?: ((value: string) => void) | undefined;
  form?: string | undefined;
}

interface SegmentsProps extends ChoiceProps {
  size?: 'md' | 'sm' | undefined;
  className?: string | undefined;
}

/** Segmented control of native radios, so its form sends the choice. */
export function Segments({
  name,
  label,
  choices,
  value,
  defaultValue,
  onChange,
  form,
  size = 'md',
  className,
}: SegmentsProps) {
  return (
    <span role="radiogroup" aria-label={label} className={cn(groove, className)}>
      {choices.map((choice) => (
        <label key={choice.value} className={cn(slip, slipSize[size])}>
          <input
            type="radio"
            className="absolute inset-0 m-0 opacity-0"
            name={name}
            form={form}
            value={choice.value}
            disabled={choice.isDisabled}
            {...(value === undefined
              ? { defaultChecked: defaultValue === choice.value }
              : { checked: value === choice.value })}
            onChange={() => onChange?.(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </span>
  );
}

/** Background of the segments, for native radios and for links with `aria-current`. */
export const groove = 'inline-flex max-w-full gap-0.5 rounded-groove border border-border bg-sunken p-0.5';

export const slip =
  'relative flex items-center justify-center gap-1 rounded-control border border-transparent font-medium whitespace-nowrap text-muted no-underline transition-colors hover:text-ink has-checked:border-control has-checked:bg-surface has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus aria-[current=true]:border-control aria-[current=true]:bg-surface aria-[current=true]:text-ink aria-selected:border-control aria-selected:bg-surface aria-selected:text-ink';

export const slipSize = {
  md: 'h-7.5 px-3 text-sm touch:h-9',
  sm: 'h-6 px-2 text-xs touch:h-7',
};
