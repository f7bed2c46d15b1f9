import { getInputProps, getSelectProps, type FieldMetadata } from '@conform-to/react';
import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import { Field } from '#app/components/ui/input/field.tsx';
import { Input } from '#app/components/ui/input/input.tsx';
import { Select } from '#app/components/ui/input/select.tsx';

// Label, control and error of one conform field, linked by the ids from conform.

interface Bound {
  field: FieldMetadata<string>;
  label: ReactNode;
  hint?: ReactNode;
  isOptional?: boolean | undefined;
  className?: string | undefined;
}

type Native<Element extends 'input' | 'select'> = Omit<ComponentPropsWithoutRef<Element>, 'size' | 'form'>;

interface TextFieldProps extends Bound, Omit<Native<'input'>, 'className'> {
  type?: 'text' | 'url' | 'number';
  isMono?: boolean;
}

export function TextField({
  field,
  label,
  hint,
  isOptional,
  className,
  type = 'text',
  ...native
}: TextFieldProps) {
  const { key, ...control } = getInputProps(field, { type, ...describing({ field, hint }) });
  return (
    <Field
      id={field.id}
      label={label}
      hint={hint}
      isOptional={isOptional}
      errors={field.errors}
      className={className}
    >
      <Input key={key} {...control} {...native} />
    </Field>
  );
}

interface SelectFieldProps extends Bound, Omit<Native<'select'>, 'className'> {
  children: ReactNode;
}

export function SelectField({
  field,
  label,
  hint,
  isOptional,
  className,
  children,
  ...native
}: SelectFieldProps) {
  const { key, ...control } = getSelectProps(field, describing({ field, hint }));
  return (
    <Field
      id={field.id}
      label={label}
      hint={hint}
      isOptional={isOptional}
      errors={field.errors}
      className={className}
    >
      <Select key={key} {...control} {...native}>
        {children}
      </Select>
    </Field>
  );
}

function describing({ field, hint }: { field: FieldMetadata<string>; hint: ReactNode }) {
  return hint ? { ariaDescribedBy: field.descriptionId } : {};
}
