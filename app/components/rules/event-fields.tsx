import { Checkbox, CheckLabel } from '#app/components/ui/input/checkbox.tsx';
import { FieldError } from '#app/components/ui/input/field.tsx';
import { Input } from '#app/components/ui/input/input.tsx';
import { eventLabels } from '#domain/notifications/notify-rules.ts';
import { mostAfter } from '#domain/notifications/rules.ts';

interface EventFieldsProps {
  /** Begins the ids of the controls. */
  id: string;
  names: { events: string; after: string };
  events: readonly string[];
  after: string;
  errors?: { events?: string[] | undefined; after?: string[] | undefined };
}

/** Events of a rule, and failures in a row before the first notification. */
export function EventFields({ id, names, events, after, errors = {} }: EventFieldsProps) {
  const isInvalid = Boolean(errors.events?.length);
  return (
    <>
      <fieldset className="min-w-0" aria-describedby={isInvalid ? `${id}-events-error` : undefined}>
        <legend className="mb-1.5 font-medium">Events</legend>
        <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
          {eventLabels.map(([event, label]) => (
            <CheckLabel
              key={event}
              control={
                <Checkbox
                  name={names.events}
                  value={event}
                  defaultChecked={events.includes(event)}
                  aria-invalid={isInvalid || undefined}
                />
              }
            >
              {label}
            </CheckLabel>
          ))}
        </div>
        <FieldError id={`${id}-events`} errors={errors.events} />
      </fieldset>
      <div>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <label htmlFor={`${id}-after`}>Notify after</label>
          <Input
            id={`${id}-after`}
            name={names.after}
            type="number"
            inputMode="numeric"
            min={1}
            max={mostAfter}
            defaultValue={after}
            className="w-20"
            aria-invalid={errors.after?.length ? true : undefined}
            aria-describedby={errors.after?.length ? `${id}-after-error` : undefined}
          />
          <label htmlFor={`${id}-after`}>consecutive failures</label>
        </p>
        <FieldError id={`${id}-after`} errors={errors.after} />
      </div>
    </>
  );
}
