import { useId } from 'react';
import { Checkbox, CheckLabel } from '#app/components/ui/input/checkbox.tsx';
import { describedBy, Field, FieldGroup } from '#app/components/ui/input/field.tsx';
import { Input } from '#app/components/ui/input/input.tsx';
import { ZoneField } from '#app/components/zone/zone-field.tsx';
import type { ZoneChoices } from '#app/presenters/job-form/zone-choices.ts';
import { quietNames } from '#domain/notifications/quiet-hours-form.ts';
import type { QuietHours } from '#domain/notifications/quiet-hours.ts';
import { weekdays } from '#domain/schedule/week-hours.ts';

interface QuietHoursFieldsProps {
  /** As saved or as typed; null for none. */
  initial: Partial<QuietHours> | null;
  /** Errors by the names of the fields. */
  errorsOf: (name: string) => string[] | undefined;
  zones: ZoneChoices;
  /** The person's zone, for new quiet hours. */
  zone: string;
}

const capitalized = (day: string) => day.slice(0, 1).toUpperCase() + day.slice(1);

/** Days, hours and zone in which a channel's notifications wait. Works without JavaScript. */
export function QuietHoursFields({ initial, errorsOf, zones, zone }: QuietHoursFieldsProps) {
  const id = useId();
  const { weekdays: days = [...weekdays], from = '22:00', until = '07:00', timeZone = zone } = initial ?? {};
  return (
    <fieldset className="group/quiet grid min-w-0 gap-4 border-t border-border pt-4">
      <legend className="sr-only">Quiet Hours</legend>
      <CheckLabel
        control={<Checkbox name={quietNames.isQuiet} value="on" defaultChecked={initial !== null} />}
        hint="Notifications wait during these hours and arrive as one message when they end."
      >
        Quiet Hours
      </CheckLabel>
      <div className="hidden min-w-0 gap-4 group-has-[input[name=isQuiet]:checked]/quiet:grid">
        <FieldGroup id={`${id}-days`} label="Start Days" errors={errorsOf(quietNames.weekdays)}>
          <div className="flex flex-wrap gap-x-4 gap-y-2">
            {weekdays.map((day) => (
              <CheckLabel
                key={day}
                control={
                  <Checkbox name={quietNames.weekdays} value={day} defaultChecked={days.includes(day)} />
                }
              >
                {capitalized(day)}
              </CheckLabel>
            ))}
          </div>
        </FieldGroup>
        <div className="grid gap-4 sm:grid-cols-2">
          <TimeField name={quietNames.from} label="From" value={from} errors={errorsOf(quietNames.from)} />
          <TimeField
            name={quietNames.until}
            label="Until"
            value={until}
            errors={errorsOf(quietNames.until)}
            hint="On the next day, unless it is later than From."
          />
        </div>
        <ZoneField
          id={`${id}-zone`}
          name={quietNames.timeZone}
          label="Time Zone"
          zones={zones}
          initial={timeZone}
          errors={errorsOf(quietNames.timeZone)}
        />
      </div>
    </fieldset>
  );
}

function TimeField({
  name,
  label,
  value,
  hint,
  errors,
}: {
  name: string;
  label: string;
  value: string;
  hint?: string;
  errors: string[] | undefined;
}) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} errors={errors}>
      <Input
        id={id}
        type="time"
        name={name}
        defaultValue={value}
        aria-invalid={errors?.length ? true : undefined}
        aria-describedby={describedBy({ id, hint, errors })}
      />
    </Field>
  );
}
