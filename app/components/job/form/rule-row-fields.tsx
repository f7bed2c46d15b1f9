import type { FieldMetadata } from '@conform-to/react';
import { Link } from '@remix-run/react';
import { useState } from 'react';
import { EventFields } from '#app/components/rules/event-fields.tsx';
import { describedBy, Field, FieldError } from '#app/components/ui/input/field.tsx';
import { Select } from '#app/components/ui/input/select.tsx';
import { mostJobRules } from '#domain/notifications/rules.ts';
import { ruleControls, toRuleRows, type RuleRow } from '#app/presenters/job-form/rule-rows.ts';

/** Hides all empty rows but the first. */
const oneBlank = '[&:has(option:first-child:checked)+fieldset:has(option:first-child:checked)]:hidden';
const onceChosen = 'grid gap-3 group-has-[option:first-child:checked]/rule:hidden';

interface RuleRowFieldsProps {
  field: FieldMetadata<string>;
  channels: readonly string[];
}

/** As many rows as a job can have: without JavaScript no button adds one. */
export function RuleRowFields({ field, channels }: RuleRowFieldsProps) {
  const [rows] = useState(() => toRuleRows(field.initialValue ?? ''));
  return (
    <>
      <p className="clear-both text-xs text-muted">
        A job notifies up to {mostJobRules} channels: its own and these, each with its own events. The
        frequency above does not apply to these. A job without any channel uses your{' '}
        <Link to="/dashboard/settings/rules" className="underline underline-offset-3">
          notification defaults
        </Link>
        .
      </p>
      <FieldError id={field.id} errors={field.errors} />
      {rows.map((row, index) => (
        <RuleRowControls
          key={index}
          row={row}
          index={index}
          channels={channels}
          errorsAt={errorsAt({ field, index })}
        />
      ))}
    </>
  );
}

/** Errors of a row: the schema names places as notifyRules[0].events, the server as notifyRules.0.channel. */
const errorsAt =
  ({ field, index }: { field: FieldMetadata<string>; index: number }) =>
  (name: string): string[] | undefined =>
    field.allErrors[`notifyRules[${index}].${name}`] ?? field.allErrors[`notifyRules.${index}.${name}`];

function RuleRowControls({
  row: { channel, events, after },
  index,
  channels,
  errorsAt: at,
}: {
  row: RuleRow;
  index: number;
  channels: readonly string[];
  errorsAt: (name: string) => string[] | undefined;
}) {
  const names = ruleControls(index);
  const id = `job-rule${index}`;
  const errors = at('channel');
  return (
    <fieldset className={`group/rule rounded-md grid min-w-0 gap-3 border border-border p-3 ${oneBlank}`}>
      <legend className="sr-only">Further channel {index + 1}</legend>
      <Field id={id} label="Channel" errors={errors}>
        <Select
          id={id}
          name={names.channel}
          defaultValue={channel}
          aria-invalid={errors?.length ? true : undefined}
          aria-describedby={describedBy({ id, errors })}
        >
          <option value="">None</option>
          {channel === '' || channels.includes(channel) ? null : (
            <option value={channel}>{channel} (deleted)</option>
          )}
          {channels.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <div className={onceChosen}>
        <EventFields
          id={id}
          names={names}
          events={events}
          after={after}
          errors={{ events: at('events'), after: at('after') }}
        />
      </div>
    </fieldset>
  );
}
