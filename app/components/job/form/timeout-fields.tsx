import type { FieldMetadata } from '@conform-to/react';
import { useState, type FormEvent } from 'react';
import { TextField } from '#app/components/form/bound-field.tsx';
import { RetryDelayFields } from '#app/components/job/form/retry-delay-fields.tsx';
import { readJobForm, retryChoices, textOf } from '#app/presenters/job-form/read-job-form.ts';
import { readRetryDelays, retrySentence } from '#domain/job/retry-delays.ts';

type TimeoutFieldset = Record<'timeout' | 'retryCount' | 'retryDelays', FieldMetadata<string>>;

/** Timeout, number of retries and their delays. */
export function TimeoutFields({ fields }: { fields: TimeoutFieldset }) {
  const { retryCount, retryDelays } = fields;
  const [choices] = useState(() => retryChoices(retryDelays.initialValue ?? ''));
  const [planned, setPlanned] = useState(() =>
    plannedText({ retryCount: retryCount.initialValue ?? '', retryDelays: retryDelays.initialValue ?? '' }),
  );
  const onInput = ({ currentTarget }: FormEvent<HTMLElement>) => {
    const form = currentTarget.closest('form');
    if (!form) return;
    const typed = readJobForm(new FormData(form));
    setPlanned(
      plannedText({ retryCount: textOf(typed, 'retryCount'), retryDelays: textOf(typed, 'retryDelays') }),
    );
  };
  return (
    <div className="group/retry grid items-start gap-4 sm:grid-cols-2" onInput={onInput}>
      <TextField
        field={fields.timeout}
        label="Timeout (seconds)"
        type="number"
        inputMode="numeric"
        min={1}
        max={300}
        hint="1 to 300, for each attempt: from the look-up of the name to the last byte."
      />
      <TextField
        field={retryCount}
        label="Retry Count"
        type="number"
        inputMode="numeric"
        min={0}
        max={10}
        hint="0–10 retries. Retries stop when the next run is due."
      />
      <RetryDelayFields field={retryDelays} choices={choices} />
      <p className="text-muted sm:col-span-2" aria-live="polite">
        {planned}
      </p>
    </div>
  );
}

/** Planned delays for the typed values; null while they are invalid. */
function plannedText(typed: { retryCount: string; retryDelays: string }): string | null {
  const count = Number(typed.retryCount);
  const read = readRetryDelays(typed.retryDelays);
  if (!Number.isInteger(count) || count < 0 || count > 10 || 'message' in read) return null;
  const waits = retrySentence({ delays: read.delays, retryCount: count });
  return waits === null ? 'A failed run is not retried.' : `Waits before retries: ${waits}.`;
}
