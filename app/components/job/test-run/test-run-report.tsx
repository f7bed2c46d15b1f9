import { PhaseLine } from '#app/components/execution/attempts/phase-line.tsx';
import { RedirectList } from '#app/components/execution/attempts/redirect-list.tsx';
import { ExecutionBadge } from '#app/components/execution/execution-badge.tsx';
import { TestRunActions } from '#app/components/job/test-run/test-run-actions.tsx';
import { TestRunSteps } from '#app/components/job/test-run/test-run-steps.tsx';
import type { TestRunPanel } from '#app/components/job/test-run/use-test-run-panel.ts';
import { Pair, Pairs } from '#app/components/ui/card.tsx';
import { CodeBlock } from '#app/components/ui/code-block.tsx';
import { Disclosure } from '#app/components/ui/overlay/disclosure.tsx';
import { exactMs, plural } from '#app/format/time-format.ts';
import type { TestRunOutcome } from '#app/presenters/job-form/test-run-view.ts';

/** Long lines scroll within their own block. */
const stack = 'grid grid-cols-[minmax(0,1fr)] gap-4';

/** Progress of a test run, then its verdict, remedy, request and response. */
export function TestRunReport({ panel }: { panel: TestRunPanel }) {
  const { run, isRunning, isOutdated } = panel;
  const hasRun = run !== null || isRunning;
  const result = run?.result ?? null;
  return (
    <div className={stack}>
      {hasRun ? null : (
        <p className="text-muted">
          Calls the target once with the values in the form, before you save. Not counted and not notified.
        </p>
      )}
      <div aria-live="polite" className={`${stack} empty:hidden`}>
        {hasRun && !result ? <TestRunSteps stage={run?.stage ?? null} /> : null}
        {result ? <Verdict result={result} /> : null}
        {result && isOutdated ? (
          <p className="rounded-control bg-warning-soft px-3.5 py-2">
            The form has changed since this run. Run it again to test the new values.
          </p>
        ) : null}
      </div>
      <TestRunActions panel={panel} />
      {result ? <Exchange result={result} /> : null}
    </div>
  );
}

/** Result of a test run in one line. */
export function ResultLine({ result: { isSuccess, attempt } }: { result: TestRunOutcome }) {
  const { statusCode, durationMs, response: result } = attempt;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <ExecutionBadge status={isSuccess ? 'success' : 'failed'} isBesideHeading />
      {statusCode === null ? null : <b className="mono">{statusCode}</b>}
      <span className="text-muted">
        {exactMs(durationMs ?? 0)}
        {result ? `, ${plural(result.bytes, 'byte')}` : ''}
      </span>
    </span>
  );
}

function Verdict({ result }: { result: TestRunOutcome }) {
  const { verdict, remedy } = result;
  return (
    <div className="grid gap-1.5 text-pretty">
      <ResultLine result={result} />
      <p className="wrap-anywhere">{verdict}</p>
      {remedy === null ? null : (
        <>
          <p className="wrap-anywhere text-muted">{remedy.explanation}</p>
          <p className="wrap-anywhere">{remedy.remedy}</p>
        </>
      )}
    </div>
  );
}

/** In the narrow column, Copy would take a third of the width: it is above the text, as on a phone. */
const block = 'flex-col-reverse items-end [&>pre]:max-h-70 [&>pre]:w-full';

function Exchange({ result }: { result: TestRunOutcome }) {
  const { attempt, isSent, rawRequest, rawResponse } = result;
  const { lastMs, response, phases, hops, remoteAddress, connection } = attempt;
  return (
    <>
      {hops.length === 0 ? null : <RedirectList hops={hops} />}
      <PhaseLine times={phases} totalMs={lastMs ?? 0} />
      {remoteAddress === null ? null : (
        <Pairs className="text-xs">
          <Pair label="Remote address" isMono>
            {remoteAddress}
          </Pair>
          <Pair label="Connection">{connection ?? '–'}</Pair>
        </Pairs>
      )}
      {response ? <ResponseBody response={response} /> : null}
      {rawRequest === null ? null : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
          {rawResponse === null ? null : <Raw label="Raw response" text={rawResponse} />}
          <Raw label="Raw request" hint={isSent ? '' : ', not sent'} text={rawRequest} />
        </div>
      )}
      <p className="text-xs text-muted">Not counted and not notified. Kept for 24 hours.</p>
    </>
  );
}

/** A message as sent or received, behind its name. */
function Raw({ label, hint = '', text }: { label: string; hint?: string; text: string }) {
  return (
    <Disclosure summary={`${label}${hint}`}>
      <CodeBlock code={text} label={label} language="headers" canCopy className={`mt-1.5 mb-2 ${block}`} />
    </Disclosure>
  );
}

function ResponseBody({
  response: { text, isTruncated, isBinary },
}: {
  response: NonNullable<TestRunOutcome['attempt']['response']>;
}) {
  return (
    <div className="grid gap-1.5">
      {text === '' ? (
        <p className="text-muted">The response has no body.</p>
      ) : (
        <CodeBlock code={text} label="Response body" canCopy className={block} />
      )}
      {isTruncated ? (
        <p className="text-xs text-muted">
          {isBinary ? 'The response was cut off after 256 KiB.' : 'Only the first 64 KiB are kept.'}
        </p>
      ) : null}
    </div>
  );
}
