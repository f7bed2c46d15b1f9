import type { FieldMetadata } from '@conform-to/react';
import { Link } from '@remix-run/react';
import { AreaField, SelectField, TextField } from '#app/components/form/bound-field.tsx';

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'];

/** Where the call goes. */
export function TargetField({ field }: { field: FieldMetadata<string> }) {
  return (
    <TextField
      field={field}
      label="Webhook URL"
      type="url"
      isMono
      required
      maxLength={2048}
      placeholder="https://api.example.com/hook"
      autoComplete="off"
    />
  );
}

type RequestFieldset = Record<'httpMethod' | 'headers' | 'payload', FieldMetadata<string>>;

/** What the call carries. */
export function RequestFields({
  fields,
  revealTo,
}: {
  fields: RequestFieldset;
  revealTo?: string | undefined;
}) {
  return (
    <div className="grid gap-4">
      <SelectField field={fields.httpMethod} label="HTTP Method" className="sm:w-40">
        {methods.map((method) => (
          <option key={method}>{method}</option>
        ))}
      </SelectField>
      <AreaField
        field={fields.headers}
        label="Headers (JSON)"
        isOptional
        isMono
        rows={4}
        placeholder={'{\n  "content-type": "application/json"\n}'}
        hint={<HeadersHint revealTo={revealTo} />}
      />
      <AreaField
        field={fields.payload}
        label="Payload (JSON)"
        isOptional
        isMono
        rows={5}
        placeholder={'{\n  "hello": "world"\n}'}
        hint="Any text up to 256 KiB. JSON is sent as application/json unless a header says otherwise."
      />
    </div>
  );
}

function HeadersHint({ revealTo }: { revealTo?: string | undefined }) {
  if (!revealTo) return 'A JSON object of names and values.';
  return (
    <>
      Secret values are masked; a mask that you leave keeps its value. <Link to={revealTo}>Reveal</Link>
    </>
  );
}

type AdvancedFieldset = Record<'timeout' | 'retryCount' | 'status', FieldMetadata<string>>;

/** How long to wait, how often to try again, and whether the job runs at all. */
export function AdvancedFields({ fields }: { fields: AdvancedFieldset }) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-3">
      <TextField
        field={fields.timeout}
        label="Timeout (seconds)"
        type="number"
        inputMode="numeric"
        min={1}
        max={300}
        hint="1 to 300, for each attempt."
      />
      <TextField
        field={fields.retryCount}
        label="Retry Count"
        type="number"
        inputMode="numeric"
        min={0}
        max={10}
        hint="0 to 10 further attempts."
      />
      <SelectField field={fields.status} label="Job Status">
        <option value="active">Active</option>
        <option value="paused">Paused</option>
        <option value="inactive">Inactive</option>
      </SelectField>
    </div>
  );
}
