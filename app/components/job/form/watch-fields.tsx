import type { FieldMetadata } from '@conform-to/react';
import { dayMs } from '#domain/time/units.ts';
import { TextField } from '#app/components/form/bound-field.tsx';

type WatchFieldset = Record<
  'lateAfter' | 'tooLongAfter' | 'certificateDays' | 'answerWatch',
  FieldMetadata<string>
>;

/** Events besides the result of a run that a job notifies of; each field is off while it is empty or 0. */
export function WatchFields({ fields }: { fields: WatchFieldset }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 font-medium">Also Notify</legend>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          field={fields.lateAfter}
          label="Late (seconds)"
          isOptional
          type="number"
          inputMode="numeric"
          min={1}
          max={3600}
          hint="When a run starts more than this many seconds late."
        />
        <TextField
          field={fields.tooLongAfter}
          label="Too Long (seconds)"
          isOptional
          type="number"
          inputMode="numeric"
          min={1}
          max={dayMs / 1000}
          hint="When a run takes longer, while it is still running. Retries count."
        />
        <TextField
          field={fields.certificateDays}
          label="Certificate (days)"
          type="number"
          inputMode="numeric"
          min={0}
          max={90}
          hint="When the target's TLS certificate expires within this many days; again 3 days and 1 day before. 0 = off."
        />
        <TextField
          field={fields.answerWatch}
          label="Response Changed"
          isOptional
          isMono
          maxLength={256}
          autoComplete="off"
          spellCheck={false}
          placeholder="$.version"
          hint="When this part of a success differs from the last one: body, a JSON field such as $.version, or a pattern such as /version (\d+)/."
        />
      </div>
    </fieldset>
  );
}
