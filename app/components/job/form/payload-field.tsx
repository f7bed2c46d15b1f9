import type { FieldMetadata } from '@conform-to/react';
import { getTextareaProps } from '@conform-to/react';
import { AlignLeft, Braces, CircleCheck, CircleX } from 'lucide-react';
import { useRef, useState } from 'react';
import { VariableCompletion } from '#app/components/form/variable-completion.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Button } from '#app/components/ui/input/button.tsx';
import { FieldError } from '#app/components/ui/input/field.tsx';
import { Textarea } from '#app/components/ui/input/textarea.tsx';
import type { Variable } from '#app/presenters/job-form/form-choices.ts';
import { indentJson } from '#domain/text/indent-json.ts';
import { jsonError, jsonErrorBesideVariables } from '#domain/text/json-error.ts';

/** Payload of any type. If it looks like JSON, it is checked, and an error shows its position. */
export function PayloadField({
  field,
  variables,
}: {
  field: FieldMetadata<string>;
  variables: readonly Variable[];
}) {
  const { control, text, setText, write, format } = usePayloadText(field.initialValue ?? '');
  const { key, ...native } = getTextareaProps(field, { ariaDescribedBy: field.descriptionId });
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1">
        <label htmlFor={field.id} className="font-medium">
          Payload (JSON)
        </label>
        <span className="text-muted">Optional</span>
        <span className="ml-auto flex gap-1 no-script:hidden">
          <Button size="sm" variant="quiet" icon={AlignLeft} onClick={format}>
            Format JSON
          </Button>
          <Button
            size="sm"
            variant="quiet"
            icon={Braces}
            onClick={() => write((area) => insertAtCaret({ area, text: '{{' }))}
          >
            Variables
          </Button>
        </span>
      </div>
      <VariableCompletion variables={variables}>
        <Textarea
          key={key}
          ref={control}
          {...native}
          isMono
          rows={7}
          placeholder={'{\n  "hello": "world"\n}'}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </VariableCompletion>
      <p id={field.descriptionId} className="text-xs text-muted">
        Any text up to 256 KiB. JSON is sent as application/json unless a header says otherwise.
      </p>
      <PayloadCheck text={text} />
      <FieldError id={field.id} errors={field.errors} />
    </div>
  );
}

/** The typed text, and changes to it that the browser can undo. */
function usePayloadText(initial: string) {
  const control = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(initial);
  const write = (change: (area: HTMLTextAreaElement) => void) => {
    const area = control.current;
    if (!area) return;
    area.focus();
    change(area);
    area.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const format = () => {
    const pretty = formatted(text);
    const error = pretty === null ? jsonErrorBesideVariables(text) : null;
    if (error) write((area) => area.setSelectionRange(error.at, error.at));
    if (pretty !== null && pretty !== text) {
      write((area) => {
        area.select();
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else keeps the undo of the field
        if (!document.execCommand('insertText', false, pretty)) area.setRangeText(pretty);
      });
    }
  };
  return { control, text, setText, write, format };
}

function PayloadCheck({ text }: { text: string }) {
  const error = /^\s*[{[]/.test(text) ? jsonErrorBesideVariables(text) : null;
  const isJson = error === null && /^\s*[{[]/.test(text);
  return (
    <p aria-live="polite" className="flex gap-1.5 text-xs empty:hidden no-script:hidden">
      {isJson ? (
        <>
          <Icon of={CircleCheck} size={14} className="mt-px text-success" />
          Valid JSON.
        </>
      ) : null}
      {error ? (
        <>
          <Icon of={CircleX} size={14} className="mt-px text-warning" />
          <span>
            Not JSON: line {error.line}, column {error.column}. {error.message}
          </span>
        </>
      ) : null}
    </p>
  );
}

/** Formatted JSON; null if the text is not JSON. Variables outside of strings prevent formatting. */
function formatted(text: string): string | null {
  return text.trim() === '' || jsonError(text) !== null ? null : indentJson(text);
}

function insertAtCaret({ area, text }: { area: HTMLTextAreaElement; text: string }): void {
  area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
}
