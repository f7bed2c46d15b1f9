import { CircleCheck, Play, RotateCw } from 'lucide-react';
import { ExecutionBadge } from '#app/components/execution/execution-badge.tsx';
import { PhaseLine } from '#app/components/execution/phase-line.tsx';
import { TestRunSteps } from '#app/components/job/test-run-steps.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Card, CardBody, CardHead, Pair, Pairs } from '#app/components/ui/card.tsx';
import { CodeBlock } from '#app/components/ui/code-block.tsx';
import { Disclosure } from '#app/components/ui/disclosure.tsx';
import { exactMs, plural } from '#app/components/ui/time-format.ts';
import type { RedirectTarget } from '#domain/redirect-target.ts';
import type { TestRunOutcome, TestRunState } from '#app/presenters/test-run-view.ts';

interface TestRunCardProps {
  run: TestRunState | null;
  isRunning: boolean;
  onStart: () => void;
  /** Takes the status of the answer into the criterion. */
  onUseStatus: (status: number) => void;
  /** Puts the address that a redirect points to into the form. */
  onUseUrl: (url: string) => void;
}

/** One call of the form as it stands, and what came of it; nothing of it is counted. */
export function TestRunCard({ run, isRunning, onStart, onUseStatus, onUseUrl }: TestRunCardProps) {
  const hasRun = run !== null || isRunning;
  return (
    <Card aria-label="Test Run">
      <CardHead
        title="Test Run"
        end={
          <Button
            type="submit"
            form="job"
            name="intent"
            value="test"
            formNoValidate
            size="sm"
            icon={hasRun ? RotateCw : Play}
            isPending={isRunning}
            onClick={(event) => {
              event.preventDefault();
              onStart();
            }}
          >
            {hasRun ? 'Run Again' : 'Test Run'}
          </Button>
        }
      />
      <CardBody>
        {hasRun ? null : (
          <p className="text-muted">
            Calls the target once with what stands in the form, before you save. Not counted and not notified.
          </p>
        )}
        <div aria-live="polite">
          {hasRun && !run?.result ? <TestRunSteps stage={run?.stage ?? null} /> : null}
          {run?.result ? <Outcome result={run.result} onUseStatus={onUseStatus} onUseUrl={onUseUrl} /> : null}
        </div>
      </CardBody>
    </Card>
  );
}

function Outcome({
  result: { isSuccess, verdict, attempt },
  onUseStatus,
  onUseUrl,
}: { result: TestRunOutcome } & Pick<TestRunCardProps, 'onUseStatus' | 'onUseUrl'>) {
  const { location, statusCode, durationMs, answer, phases, remoteAddress, connection } = attempt;
  return (
    <div className="grid gap-4">
      <div className="grid gap-1.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <ExecutionBadge status={isSuccess ? 'success' : 'failed'} isBesideHeading />
          {statusCode === null ? null : <b className="mono">{statusCode}</b>}
          <span className="text-muted">
            {exactMs(durationMs ?? 0)}
            {answer ? `, ${plural(answer.bytes, 'byte')}` : ''}
          </span>
        </p>
        <p className="wrap-anywhere">{verdict}</p>
        {location === null ? null : <Redirect location={location} onUseUrl={onUseUrl} />}
      </div>
      <PhaseLine times={phases} totalMs={durationMs ?? 0} />
      {answer ? (
        <>
          {answer.text === '' ? (
            <p className="text-muted">The answer has no body.</p>
          ) : (
            <CodeBlock code={answer.text} label="Response body" canCopy className="[&_pre]:max-h-70" />
          )}
          <Disclosure summary={plural(answer.headers.length, 'header')}>
            <Pairs className="mt-2 text-xs">
              {answer.headers.map(([name, value]) => (
                <Pair key={name} label={name} isMono isFull>
                  {value}
                </Pair>
              ))}
              <Pair label="Remote address" isMono>
                {remoteAddress ?? '–'}
              </Pair>
              <Pair label="Connection">{connection ?? '–'}</Pair>
            </Pairs>
          </Disclosure>
        </>
      ) : null}
      <p className="text-xs text-muted">Not counted and not notified. Kept for 24 hours.</p>
      {statusCode === null ? null : (
        <Button icon={CircleCheck} className="no-script:hidden" onClick={() => onUseStatus(statusCode)}>
          Use this status as criterion
        </Button>
      )}
    </div>
  );
}

function Redirect({
  location: { url, canBeCalled },
  onUseUrl,
}: { location: RedirectTarget } & Pick<TestRunCardProps, 'onUseUrl'>) {
  return (
    <>
      <p className="wrap-anywhere text-muted">
        It leads to <code>{url}</code>. Redirects are not followed
        {canBeCalled ? ': write this address as the URL.' : '.'}
      </p>
      {canBeCalled ? (
        <Button size="sm" className="justify-self-start no-script:hidden" onClick={() => onUseUrl(url)}>
          Use This URL
        </Button>
      ) : null}
    </>
  );
}
