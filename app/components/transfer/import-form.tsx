import { Form, useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState, type ChangeEvent, type RefObject } from 'react';
import { useKeptFields } from '#app/components/form/kept-fields.ts';
import { Card, CardBody, CardHead } from '#app/components/ui/card.tsx';
import { Button } from '#app/components/ui/input/button.tsx';
import { describedBy, Field } from '#app/components/ui/input/field.tsx';
import { Input } from '#app/components/ui/input/input.tsx';
import { Select } from '#app/components/ui/input/select.tsx';
import { Textarea } from '#app/components/ui/input/textarea.tsx';
import type { ZoneChoices } from '#app/presenters/job-form/zone-choices.ts';
import { ZoneField } from '#app/components/zone/zone-field.tsx';
import type { ImportResult } from '#app/http/forms/run-import.server.ts';
import { fileText } from '#app/protocol/file-text.ts';

/** Id of the form; the preview's button also sends it. */
export const importFormId = 'import';

interface ImportFormProps {
  result: ImportResult | undefined;
  timeZone: string;
  zones: ZoneChoices;
}

const textHint = 'JSON or YAML with the field names of the API, or crontab lines that call curl.';
const example = `jobs:
  - name: Nightly invoices
    external_id: nightly-invoices
    cron_expression: 30 2 * * *
    timezone: Europe/Paris
    webhook_url: https://billing.example.com/run`;

/** Text or file to import, with its preview. A chosen file is read into the text field, where it can be edited. */
export function ImportForm({ result, timeZone, zones }: ImportFormProps) {
  const text = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);
  useKeptFields({ form, action: '/dashboard/import', result });
  const errors = result?.error ? [result.error] : undefined;
  const isPending = useNavigation().formData?.get('intent') === 'preview';
  useEffect(() => {
    if (result?.error) text.current?.focus();
  }, [result]);
  return (
    <Card className="overflow-visible">
      <CardHead title="Jobs" />
      <CardBody>
        <Form ref={form} id={importFormId} method="post" encType="multipart/form-data" className="grid gap-4">
          <Field id="text" label="Text" hint={textHint} errors={errors}>
            <Textarea
              ref={text}
              id="text"
              name="text"
              isMono
              rows={12}
              // A crontab line never wraps, however long it is.
              className="whitespace-pre placeholder:whitespace-pre"
              placeholder={example}
              defaultValue={result?.sent?.text ?? ''}
              aria-invalid={errors ? true : undefined}
              aria-describedby={describedBy({ id: 'text', hint: textHint, errors })}
            />
          </Field>
          <FileField text={text} />
          <KindFields result={result} timeZone={timeZone} zones={zones} />
          <input type="hidden" name="digest" value={result?.view?.digest ?? ''} />
          <div className="flex justify-end">
            <Button
              type="submit"
              name="intent"
              value="preview"
              variant={result?.view ? 'secondary' : 'primary'}
              isPending={isPending}
              className="max-sm:w-full"
            >
              Preview
            </Button>
          </div>
        </Form>
      </CardBody>
    </Card>
  );
}

function FileField({ text }: { text: RefObject<HTMLTextAreaElement> }) {
  const [error, setError] = useState<string | null>(null);
  const errors = error === null ? undefined : [error];
  return (
    <Field id="file" label="Or a File" isOptional errors={errors}>
      <Input
        id="file"
        name="file"
        type="file"
        className="file:mr-2.5 file:-ml-1 file:rounded-badge file:border file:border-border file:bg-sunken file:px-2 file:text-ink"
        accept=".json,.yaml,.yml,.txt,.cron,.crontab,text/*,application/json,application/yaml"
        aria-invalid={errors ? true : undefined}
        aria-describedby={describedBy({ id: 'file', errors })}
        onChange={(event) => void readInto({ event, text: text.current }).then(setError)}
      />
    </Field>
  );
}

/** Format of the text, and time zone of crontab lines. */
function KindFields({ result, timeZone, zones }: ImportFormProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field id="format" label="Format">
        <Select id="format" name="format" defaultValue={result?.sent?.format ?? ''}>
          <option value="">Detect automatically</option>
          <option value="json">JSON</option>
          <option value="yaml">YAML</option>
          <option value="crontab">Crontab</option>
        </Select>
      </Field>
      <ZoneField
        id="timezone"
        name="timezone"
        label="Crontab Timezone"
        zones={zones}
        initial={result?.sent?.timeZone ?? timeZone}
        errors={result?.zoneError === undefined ? undefined : [result.zoneError]}
        takesBrowserZone={!result}
      />
    </div>
  );
}

/** Reads a chosen file into the text field; returns an error text, or null. */
async function readInto({
  event: { currentTarget: input },
  text,
}: {
  event: ChangeEvent<HTMLInputElement>;
  text: HTMLTextAreaElement | null;
}): Promise<string | null> {
  const [file] = input.files ?? [];
  if (!file || !text) return null;
  const read = fileText(new Uint8Array(await file.arrayBuffer()));
  input.value = '';
  if ('error' in read) return read.error;
  text.value = read.text;
  return null;
}
