import { CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '#app/components/ui/cn.ts';
import { Icon } from '#app/components/ui/icon.tsx';

interface FieldProps {
  /** Id of the control; its hint is `<id>-description`, its error `<id>-error`, as conform names them. */
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  isOptional?: boolean | undefined;
  errors?: string[] | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** Label, control, hint and error of one field. */
export function Field({ id, label, hint, isOptional, errors, className, children }: FieldProps) {
  return (
    <div className={cn('grid min-w-0 content-start gap-1.5', className)}>
      <label htmlFor={id} className="flex justify-between gap-3 font-medium">
        {label}
        {isOptional ? <span className="font-normal text-muted">Optional</span> : null}
      </label>
      {children}
      <FieldHint id={id} hint={hint} />
      <FieldError id={id} errors={errors} />
    </div>
  );
}

/** The same for a group of controls: its label is a legend. */
export function FieldGroup({ id, label, hint, isOptional, errors, className, children }: FieldProps) {
  return (
    <fieldset
      id={id}
      className={cn('min-w-0', className)}
      aria-describedby={describedBy({ id, hint, errors })}
      aria-invalid={errors?.length ? true : undefined}
    >
      <legend className="mb-1.5 flex w-full justify-between gap-3 font-medium">
        {label}
        {isOptional ? <span className="font-normal text-muted">Optional</span> : null}
      </legend>
      <div className="grid min-w-0 justify-items-start gap-1.5">
        {children}
        <FieldHint id={id} hint={hint} />
        <FieldError id={id} errors={errors} />
      </div>
    </fieldset>
  );
}

export function FieldHint({ id, hint }: { id: string; hint?: ReactNode }) {
  if (!hint) return null;
  return (
    <p id={`${id}-description`} className="text-xs text-muted">
      {hint}
    </p>
  );
}

/** Always in the page, so that a screen reader announces the error. */
export function FieldError({ id, errors }: { id: string; errors?: string[] | undefined }) {
  return (
    <div id={`${id}-error`} aria-live="polite" className={errors?.length ? 'grid gap-1' : 'hidden'}>
      {errors?.map((error) => (
        <p key={error} className="flex gap-1.5 text-xs font-medium text-danger">
          <Icon of={CircleX} size={14} className="mt-px" />
          <span>{error}</span>
        </p>
      ))}
    </div>
  );
}

/** Value of `aria-describedby` for a control inside a field. */
export function describedBy({
  id,
  hint,
  errors,
}: {
  id: string;
  hint?: ReactNode;
  errors?: string[] | undefined;
}) {
  const ids = [errors?.length ? `${id}-error` : null, hint ? `${id}-description` : null].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
}
