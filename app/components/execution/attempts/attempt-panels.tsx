import { Link, useLocation } from '@remix-run/react';
import { cn } from '#app/components/ui/cn.ts';
import { CodeBlock } from '#app/components/ui/code-block.tsx';
import { Tabs } from '#app/components/ui/input/tabs.tsx';
import { Disclosure } from '#app/components/ui/overlay/disclosure.tsx';
import { Tag } from '#app/components/ui/tag.tsx';
import { plural } from '#app/format/time-format.ts';
import type { ResponseView, AttemptView, RequestView } from '#app/presenters/execution/attempt-view.ts';
import { searchWith } from '#app/query/history-address.ts';

interface PanelsProps {
  attempt: AttemptView;
  /** Name of the open panel, from the address. */
  open: string | null;
  onOpen: (panel: string) => void;
}

const ruled = 'border-t border-border px-4 py-4 text-muted sm:px-5';
const code = '[&>pre]:max-h-120 [&>pre]:overflow-auto';

/** Response and request, each in a panel; without JavaScript, all panels are shown below each other. */
export function AttemptPanels({ attempt: { response: result, request, error }, open, onOpen }: PanelsProps) {
  const panels = [
    ...(result
      ? [
          {
            value: 'response',
            label: 'Response',
            panel: <ResponsePanel result={result} isFailed={error !== null} />,
          },
          {
            value: 'headers',
            label: <Counted word="Headers" count={result.headers.length} />,
            panel: (
              <CodeBlock
                code={headerLines(result.headers)}
                label="Response headers"
                language="headers"
                isFlat
                canCopy
              />
            ),
          },
        ]
      : []),
    ...(request
      ? [{ value: 'request', label: 'Request as sent', panel: <RequestPanel request={request} /> }]
      : []),
  ];
  if (panels.length === 0) return null;
  const shown = panels.some(({ value }) => value === open) ? open : panels[0]?.value;
  return (
    <Tabs
      label="Panels"
      className="border-t border-border"
      value={shown ?? ''}
      onChange={onOpen}
      tabs={panels}
    />
  );
}

function Counted({ word, count }: { word: string; count: number }) {
  return (
    <>
      {word} <span className="text-muted">{count}</span>
    </>
  );
}

function headerLines(headers: [name: string, value: string][]): string {
  return headers.map(([name, value]) => `${name}: ${value}`).join('\n');
}

function ResponsePanel({ result, isFailed }: { result: ResponseView; isFailed: boolean }) {
  const { status, contentType, bytes, isTruncated, isBinary, text, raw } = result;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 text-muted sm:px-5">
        <span className={cn('font-semibold', isFailed ? 'text-danger' : 'text-success')}>{status}</span>
        {contentType === null ? null : <span className="mono">{contentType}</span>}
        <span>{plural(bytes, 'byte')}</span>
        {isBinary ? <Tag isPlain>Binary</Tag> : null}
        {isTruncated ? <Tag isPlain>Truncated</Tag> : null}
      </p>
      {isTruncated ? (
        <p className="px-4 pb-3 text-muted sm:px-5">
          {isBinary
            ? 'The response was cut off after 256 KiB.'
            : 'Only the first 64 KiB of the response are kept.'}
        </p>
      ) : null}
      {text === '' ? (
        <p className={ruled}>The response has no body.</p>
      ) : (
        <CodeBlock code={text} label="Response body" isFlat canCopy className={code} />
      )}
      <Raw text={raw} label="Response body as received" />
    </>
  );
}

/** A text as received, next to its formatted version; also works without JavaScript. */
function Raw({ text, label }: { text: string | null; label: string }) {
  if (text === null) return null;
  return (
    <Disclosure summary="Raw" className="border-t border-border px-4 py-2 sm:px-5">
      <CodeBlock code={text} label={label} language="text" canCopy className={code} />
    </Disclosure>
  );
}

function RequestPanel({ request }: { request: RequestView }) {
  const { method, url, headers, hasMaskedHeaders, payload, rawPayload } = request;
  const { search } = useLocation();
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-3 sm:px-5">
        <b className="mono">{method}</b>
        <span className="min-w-0 flex-1 mono wrap-anywhere">{url}</span>
        {hasMaskedHeaders ? (
          <Link
            to={searchWith({ search, changes: { reveal: 'headers', panel: 'request' } })}
            replace
            preventScrollReset
            className="text-xs font-medium"
          >
            Reveal
          </Link>
        ) : null}
      </p>
      <CodeBlock code={headerLines(headers)} label="Request headers" language="headers" isFlat canCopy />
      {payload === null ? (
        <p className={ruled}>The request has no payload.</p>
      ) : (
        <CodeBlock code={payload} label="Request payload" isFlat canCopy className={code} />
      )}
      <Raw text={rawPayload} label="Request payload as sent" />
    </>
  );
}
