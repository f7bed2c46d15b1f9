import { getTextareaProps, type FieldMetadata } from '@conform-to/react';
import { useFetcher } from '@remix-run/react';
import { Eye, Plus, Trash2 } from 'lucide-react';
import { useRef, useState, type MouseEvent } from 'react';
import { VariableCompletion } from '#app/components/form/variable-completion.tsx';
import { Button, ButtonLink } from '#app/components/ui/input/button.tsx';
import { FieldError } from '#app/components/ui/input/field.tsx';
import { Input } from '#app/components/ui/input/input.tsx';
import { Segments } from '#app/components/ui/input/segments.tsx';
import { Textarea } from '#app/components/ui/input/textarea.tsx';
import { useNewResult } from '#app/components/ui/kept-fetchers.tsx';
import type { Variable } from '#app/presenters/job-form/form-choices.ts';
import { jsonToRows, rowsToJson, type HeaderRow } from '#app/presenters/job-form/read-job-form.ts';
import { mask } from '#domain/job/secret-headers.ts';

interface HeaderEditorProps {
  field: FieldMetadata<string>;
  variables: readonly Variable[];
  /** URL that shows the masked secret values. */
  revealTo?: string | undefined;
}

interface Line extends HeaderRow {
  key: number;
}

/** Without JavaScript no button adds a row. */
const blankRows = 2;

/**
 * Headers as rows of name and value, or as the saved JSON; only the visible editor is sent. Each follows the
 * other, so switching loses nothing.
 */
export function HeaderEditor({ field, variables, revealTo }: HeaderEditorProps) {
  const editor = useHeaderEditor({ given: field.initialValue ?? '', revealTo });
  const isMasked = Boolean(revealTo && !editor.revealed);
  return (
    <fieldset className="group/headers min-w-0">
      <legend className="sr-only">Headers</legend>
      <div className="mb-1.5 flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1.5">
        <span aria-hidden className="font-medium">
          Headers
        </span>
        <span aria-hidden className="text-muted">
          Optional
        </span>
        <span className="ml-auto flex items-center gap-2">
          {revealTo && isMasked ? (
            <ButtonLink to={revealTo} size="sm" variant="quiet" icon={Eye} onClick={editor.reveal}>
              Reveal
            </ButtonLink>
          ) : null}
          <Segments
            name="headersAs"
            label="Headers as"
            size="sm"
            choices={[
              { value: 'rows', label: 'Rows', isDisabled: editor.as === 'json' && editor.rows === null },
              { value: 'json', label: 'JSON' },
            ]}
            value={editor.as}
            onChange={editor.choose}
          />
        </span>
      </div>
      <HeaderRows editor={editor} variables={variables} isInvalid={Boolean(field.errors?.length)} />
      <HeaderJson editor={editor} variables={variables} field={field} />
      <p id={field.descriptionId} className="mt-1.5 text-xs text-muted">
        {isMasked
          ? 'Secret values are masked; a mask that you leave keeps its value.'
          : 'Up to 50. Punctual sets Host, Content-Length and its own webhook- headers itself.'}
      </p>
      <div className="mt-1.5 empty:hidden">
        <FieldError id={field.id} errors={field.errors} />
      </div>
    </fieldset>
  );
}

type Editor = ReturnType<typeof useHeaderEditor>;

/** Headers as rows and as JSON; typing in one updates the other. */
function useHeaderEditor({ given, revealTo }: { given: string; revealTo: string | undefined }) {
  const nextKey = useRef(100);
  const [json, setJson] = useState(given);
  const [lines, setLines] = useState<Line[]>(() => toLines(jsonToRows(given) ?? []));
  const [as, setAs] = useState(jsonToRows(given) === null ? 'json' : 'rows');
  const { revealed, reveal } = useRevealedHeaders(revealTo);
  useNewResult(revealed, (headers) => {
    const shown = jsonToRows(headers) ?? [];
    setLines((before) => before.map((line) => ({ ...line, value: unmasked({ line, shown }) })));
    setJson((before) => {
      const rows = jsonToRows(before);
      return rows
        ? rowsToJson(rows.map((row) => ({ ...row, value: unmasked({ line: row, shown }) })))
        : before;
    });
  });

  const change = (next: Line[]) => {
    setLines(next);
    setJson(rowsToJson(next));
  };
  const edit = (key: number, part: Partial<HeaderRow>) =>
    change(lines.map((line) => (line.key === key ? { ...line, ...part } : line)));
  const rows = jsonToRows(json);
  const choose = (next: string) => {
    if (next === 'rows' && rows) setLines(toLines(rows));
    setAs(next);
  };
  return {
    ...{ json, lines, as, rows, revealed, reveal, choose, edit, setJson },
    add: () => setLines([...lines, { key: (nextKey.current += 1), name: '', value: '' }]),
    remove: (key: number) => change(lines.filter((line) => line.key !== key)),
  };
}

/**
 * Loads the saved headers without masks once; typed text stays.
 * @param from URL that shows them; a link to it does the same without JavaScript
 */
function useRevealedHeaders(from: string | undefined) {
  const { data, load } = useFetcher<{ values: { headers: string } }>();
  const reveal = (event: MouseEvent) => {
    if (!from) return;
    event.preventDefault();
    load(`${window.location.pathname}${from}`);
  };
  return { revealed: data?.values.headers, reveal };
}

function HeaderRows({
  editor: { lines, edit, add, remove },
  variables,
  isInvalid,
}: {
  editor: Editor;
  variables: readonly Variable[];
  isInvalid: boolean;
}) {
  return (
    <div className="hidden gap-2 group-has-[input[value=rows]:checked]/headers:grid max-sm:gap-4">
      {lines.map((line, index) => (
        <Row
          key={line.key}
          line={line}
          number={index + 1}
          variables={variables}
          isInvalid={isInvalid}
          onEdit={(part) => edit(line.key, part)}
          onRemove={() => remove(line.key)}
        />
      ))}
      <Button
        size="sm"
        variant="quiet"
        icon={Plus}
        className="justify-self-start no-script:hidden"
        onClick={add}
      >
        Add Header
      </Button>
    </div>
  );
}

function HeaderJson({
  editor: { json, setJson },
  variables,
  field,
}: Pick<HeaderEditorProps, 'field' | 'variables'> & { editor: Editor }) {
  const {
    key,
    defaultValue: _,
    ...area
  } = getTextareaProps(field, {
    ariaDescribedBy: field.descriptionId,
  });
  return (
    <div className="hidden gap-1.5 group-has-[input[value=json]:checked]/headers:grid">
      <VariableCompletion variables={variables}>
        <Textarea
          key={key}
          {...area}
          aria-label="Headers (JSON)"
          isMono
          rows={6}
          placeholder={'{\n  "content-type": "application/json"\n}'}
          value={json}
          onChange={(event) => setJson(event.currentTarget.value)}
        />
      </VariableCompletion>
    </div>
  );
}

function Row({
  line,
  number,
  variables,
  isInvalid,
  onEdit,
  onRemove,
}: {
  line: Line;
  number: number;
  variables: readonly Variable[];
  isInvalid: boolean;
  onEdit: (part: Partial<HeaderRow>) => void;
  onRemove: () => void;
}) {
  const isFaulty = isInvalid && (line.name !== '' || line.value !== '');
  return (
    <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] gap-2 max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:[&>:first-child]:col-span-full">
      <Input
        name="headerName"
        aria-label={`Header ${number} name`}
        aria-invalid={isFaulty || undefined}
        isMono
        placeholder={number === 1 ? 'x-api-key' : undefined}
        autoComplete="off"
        spellCheck={false}
        value={line.name}
        onChange={(event) => onEdit({ name: event.currentTarget.value })}
      />
      <VariableCompletion variables={variables}>
        <Input
          name="headerValue"
          aria-label={`Header ${number} value`}
          aria-invalid={isFaulty || undefined}
          isMono
          placeholder={number === 1 ? '{{secret.API_KEY}}' : undefined}
          autoComplete="off"
          spellCheck={false}
          value={line.value}
          onChange={(event) => onEdit({ value: event.currentTarget.value })}
        />
      </VariableCompletion>
      <Button
        size="icon"
        variant="plain"
        icon={Trash2}
        label={`Remove header ${number}`}
        className="text-muted no-script:hidden"
        onClick={onRemove}
      />
    </div>
  );
}

function toLines(rows: readonly HeaderRow[]): Line[] {
  const blank = Array.from({ length: blankRows }, () => ({ name: '', value: '' }));
  return [...rows, ...blank].map((row, key) => ({ ...row, key }));
}

function unmasked({ line, shown }: { line: HeaderRow; shown: readonly HeaderRow[] }): string {
  if (line.value !== mask) return line.value;
  return shown.find(({ name }) => name.toLowerCase() === line.name.trim().toLowerCase())?.value ?? line.value;
}
