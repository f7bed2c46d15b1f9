import { Ban, CircleSlash, Clock, LoaderCircle, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { AskButton } from '#app/components/execution/ask-button.tsx';
import { CutShortText } from '#app/components/execution/cut-short-text.tsx';
import { executionWords } from '#app/components/execution/execution-badge.tsx';
import { Card, CardBody, CardHead, Pair, Pairs } from '#app/components/ui/card.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Relative, Time } from '#app/components/ui/time.tsx';
import { exactMs, plural } from '#app/format/time-format.ts';
import type { ExecutionDetailsData } from '#app/presenters/execution/execution-details.server.ts';
import type { ExecutionView } from '#app/presenters/execution/execution-page.ts';
import type { RedirectTarget } from '#domain/redirect-target.ts';

const tones = {
  success: 'text-success',
  warning: 'text-warning',
  danger: 'text-danger',
  info: 'text-info',
  muted: 'text-muted',
};

/** The deciding rule, its explanation, the remedy, and the next step. */
export function VerdictCard({ details }: { details: ExecutionDetailsData }) {
  const { execution } = details;
  const jobZone = details.job.timeZone;
  const { verdict, criterion, tries, remedy } = execution;
  const last = tries.at(-1);
  const hasNext = execution.isOpen || execution.error !== null;
  return (
    <Card aria-label="Verdict">
      <CardHead title="Why This Verdict" />
      <CardBody>
        {execution.cutShort ? (
          <CutShortVerdict execution={execution} cutShort={execution.cutShort} jobZone={jobZone} />
        ) : (
          <Verdict execution={execution}>{verdict ?? lastError(execution)}</Verdict>
        )}
        {remedy === null ? null : (
          <div className="mb-3 grid gap-1.5 text-pretty">
            <p className="text-muted">{remedy.explanation}</p>
            <p>{remedy.remedy}</p>
          </div>
        )}
        {last?.location ? <Location location={last.location} /> : null}
        <Pairs>
          <Pair label="Criterion">{criterion}</Pair>
          <Pair label="Response" isMono={last?.statusCode !== null && last !== undefined}>
            {last?.response?.status ?? last?.statusCode ?? 'No response'}
          </Pair>
          <Pair label="Trigger">{execution.trigger}</Pair>
        </Pairs>
      </CardBody>
      {hasNext ? (
        <>
          <CardHead title="What Happens Next" isRuled />
          <CardBody>
            <p className="flex gap-2.5 text-base font-semibold">
              <NextIcon execution={execution} />
              <span className="min-w-0">
                <NextStep execution={execution} jobZone={jobZone} />
              </span>
            </p>
            <NextFacts details={details} />
            {execution.retryAt === null ? null : (
              <div className="mt-4 flex flex-wrap gap-2">
                <AskButton intent="retry" variant="primary">
                  Retry Now
                </AskButton>
                <AskButton intent="stop" icon={Ban}>
                  Stop Retrying
                </AskButton>
              </div>
            )}
          </CardBody>
        </>
      ) : null}
    </Card>
  );
}

/** Target of a 3xx response. The redirect is not followed, but its target can become the job's URL. */
function Location({ location: { url, canBeCalled } }: { location: RedirectTarget }) {
  return (
    <div className="mb-4 rounded-control bg-sunken px-3.5 py-2.5">
      <p className="text-xs text-muted">Location</p>
      <p className="mono wrap-anywhere">{url}</p>
      {canBeCalled ? (
        <div className="mt-2 flex">
          <AskButton intent="use-url">Use This URL</AskButton>
        </div>
      ) : null}
    </div>
  );
}

/** Planned wait, failures in a row, and the last notification. */
function NextFacts({
  details: { execution, streak, notifications, job },
}: {
  details: ExecutionDetailsData;
}) {
  const wait = execution.isOpen ? (execution.tries.at(-1)?.retryAfterMs ?? null) : null;
  const last = notifications.at(0);
  if (wait === null && streak === null && last === undefined) return null;
  return (
    <Pairs className="mt-3">
      {wait === null ? null : <Pair label="Planned wait">{exactMs(wait)}</Pair>}
      {streak === null ? null : (
        <Pair label="In a row">
          {streak.isAtLeast ? 'at least ' : ''}
          {plural(streak.count, 'failure')}
          {streak.since === null ? null : (
            <>
              {' '}
              since <Time at={streak.since} jobZone={job.timeZone} />
            </>
          )}
        </Pair>
      )}
      {last === undefined ? null : (
        <Pair label="Last notification">
          {last.channel}, <Time at={last.enqueuedAt} jobZone={job.timeZone} />
        </Pair>
      )}
    </Pairs>
  );
}

function Verdict({ execution, children }: { execution: ExecutionView; children: ReactNode }) {
  const { icon, tone } = executionWords[execution.status];
  return (
    <p className="mb-3 flex gap-2.5 text-base font-semibold">
      <Icon of={icon} size={20} className={`mt-0.5 ${tones[tone]}`} />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}

/** Verdict of a superseded run: the next run first, then the error of the last attempt. */
function CutShortVerdict({
  execution,
  cutShort,
  jobZone,
}: {
  execution: ExecutionView;
  cutShort: NonNullable<ExecutionView['cutShort']>;
  jobZone: string;
}) {
  const cause = execution.verdict?.replace('Failed: ', '') ?? lastError(execution);
  return (
    <>
      <Verdict execution={execution}>
        Failed: retries stopped, <CutShortText cutShort={cutShort} jobZone={jobZone} />.
      </Verdict>
      <p className="mb-3 wrap-anywhere">Last attempt: {cause}</p>
    </>
  );
}

function lastError({ tries }: ExecutionView): string {
  const error = tries.findLast((attempt) => attempt.error !== null)?.error;
  return error ?? 'Not decided yet: no attempt has ended.';
}

function NextIcon({ execution: { isOpen, retryAt, status } }: { execution: ExecutionView }) {
  const icon = !isOpen
    ? CircleSlash
    : retryAt !== null
      ? RotateCw
      : status === 'queued'
        ? Clock
        : LoaderCircle;
  return <Icon of={icon} size={20} className={`mt-0.5 ${isOpen ? 'text-info' : 'text-muted'}`} />;
}

function NextStep({ execution, jobZone }: { execution: ExecutionView; jobZone: string }) {
  const { isOpen, retryAt, tries, mostAttempts, status, cutShort } = execution;
  if (status === 'queued') return 'It starts as soon as a worker is free.';
  if (retryAt !== null) {
    return (
      <>
        Attempt {tries.length + 1} of {mostAttempts} starts <Relative at={retryAt} />.
      </>
    );
  }
  if (isOpen) return 'An attempt is under way.';
  if (cutShort === null) return 'No attempts left.';
  return (
    <>
      Retries stopped: <CutShortText cutShort={cutShort} jobZone={jobZone} />.
    </>
  );
}
