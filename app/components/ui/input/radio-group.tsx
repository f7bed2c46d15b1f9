import { cn } from '#app/components/ui/cn.ts';
import { CheckLabel } from './checkbox.tsx';
import { FieldGroup } from './field.tsx';
import type { Choice, ChoiceProps } from './segments.tsx';

interface RadioGroupProps extends ChoiceProps {
  id: string;
  errors?: string[] | undefined;
  hint?: string | undefined;
  /** Utility classes of the row or grid of choices. */
  className?: string | undefined;
}

/** Native radios with an explanation below each choice. */
export function RadioGroup({ id, label, errors, hint, className, choices, ...radio }: RadioGroupProps) {
  return (
    <FieldGroup id={id} label={label} errors={errors} hint={hint}>
      <div className={cn('grid w-full gap-x-4 gap-y-2 sm:grid-cols-3', className)}>
        {choices.map((choice: Choice) => (
          <CheckLabel key={choice.value} hint={choice.hint} control={<Radio {...radio} choice={choice} />}>
            {choice.label}
          </CheckLabel>
        ))}
      </div>
    </FieldGroup>
  );
}

type RadioProps = Omit<ChoiceProps, 'label' | 'choices'> & { choice: Choice };

function Radio({ name, value, defaultValue, onChange, choice, form }: RadioProps) {
  return (
    <input
      type="radio"
      className="radio-dot"
      name={name}
      form={form}
      value={choice.value}
      disabled={choice.isDisabled}
      {...(value === undefined
        ? { defaultChecked: defaultValue === choice.value }
        : { checked: value === choice.value })}
      onChange={() => onChange?.(choice.value)}
    />
  );
}
