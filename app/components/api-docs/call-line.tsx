import { ChevronDown } from 'lucide-react';
import { CodeBlock } from '#app/components/ui/code-block.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { languages, type Language } from '#app/presenters/api-docs/choices.ts';
import type { ApiResponseView, CallView } from '#app/presenters/api-docs/reference.ts';
import { FieldList } from './field-list.tsx';
import { InlineCode } from './inline-code.tsx';
import { KeyedCode, type DocsKey } from './keyed-code.tsx';

interface CallLineProps {
  call: CallView;
  apiKey: DocsKey;
  language: Language;
}

/** An API call as a line that expands. Its anchor is inside, so a link to it expands the line. */
export function CallLine({ call, apiKey, language }: CallLineProps) {
  const { id, method, path, summary } = call;
  return (
    <details className="group/call border-t border-border">
      <summary className="grid grid-cols-[3.75rem_minmax(0,1fr)_16px] items-baseline gap-x-3 px-4 py-3 -outline-offset-2 hover:bg-sunken sm:px-5 lg:grid-cols-[3.75rem_minmax(0,1fr)_minmax(0,1fr)_16px]">
        <b className="mono">{method}</b>
        <code className="wrap-anywhere">{path}</code>
        <span className="text-pretty text-muted max-lg:col-start-2 max-lg:row-start-2">{summary}</span>
        <Icon
          of={ChevronDown}
          className="self-center text-muted transition-transform group-open/call:rotate-180 max-lg:col-start-3 max-lg:row-start-1"
        />
      </summary>
      <div
        id={id}
        className="grid scroll-mt-32 grid-cols-[minmax(0,1fr)] gap-5 px-4 pt-1 pb-5 sm:px-5 min-[75rem]:grid-cols-2 min-[75rem]:gap-8"
      >
        <Words call={call} />
        <Codes call={call} apiKey={apiKey} language={language} />
      </div>
    </details>
  );
}

function Words({ call: { description, parameters, body, errors } }: { call: CallView }) {
  return (
    <div className="grid content-start gap-4">
      {description === '' ? null : (
        <p className="text-pretty">
          <InlineCode text={description} />
        </p>
      )}
      <FieldList title="Parameters" fields={parameters} />
      <FieldList title="Body" fields={body} />
      <div>
        <h3 className="mb-1.5 text-xs font-medium text-muted">Errors</h3>
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {errors.map(({ status, type }) => (
            <li key={type}>
              <a href={`/docs/errors#${type}`} className="inline-flex min-h-6 items-center gap-1.5">
                {status} <span className="mono text-xs">{type}</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function Codes({ call: { method, path, examples, responses }, apiKey, language }: CallLineProps) {
  const { label, code } = languages.find(({ value }) => value === language) ?? languages[0];
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4">
      <div>
        <h3 className="mb-1.5 text-xs font-medium text-muted">Example, {label}</h3>
        <KeyedCode
          code={examples[language]}
          apiKey={apiKey}
          label={`${method} ${path}, ${label}`}
          language={code}
          className="[tab-size:4]"
        />
      </div>
      {responses.map((result) => (
        <ResponseView key={result.status} result={result} call={`${method} ${path}`} />
      ))}
    </div>
  );
}

function ResponseView({
  result: { status, text, example },
  call,
}: {
  result: ApiResponseView;
  call: string;
}) {
  return (
    <div>
      <h3 className="mb-1.5 text-xs text-muted">
        <span className="font-semibold text-success">{status}</span> <InlineCode text={text} />
      </h3>
      {example === null ? null : (
        <CodeBlock
          code={example}
          label={`${call}, response ${status}`}
          language="json"
          className="[&>pre]:max-h-100"
        />
      )}
    </div>
  );
}
