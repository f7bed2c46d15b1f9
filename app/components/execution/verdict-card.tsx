import type { ReactNode } from 'react';
import { executionWords } from '#app/components/execution/execution-badge.tsx';
import { Card, CardBody, CardHead, Pair, Pairs } from '#app/components/ui/card.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Relative } from '#app/components/ui/time.tsx';
import type { ExecutionView } from '#app/presenters/execution-page.ts';

const tones = {
  success: 'text-success',
  warning: 'text-warning',
  danger: 'text-danger',
  info: 'text-info',
  muted: 'text-muted',
};

/** Which rule decided, and what comes of it. */
export function VerdictCard({ execution }: { execution: ExecutionView }) {
  const { verdict, criterion, tries } = execution;
  const last = tries.at(-1);
  return (
    <Card aria-label="Verdict">
      <CardHead title="Why This Verdict" />
      <CardBody>
        <Verdict execution={execution}>{verdict ?? lastFault(execution)}</Verdict>
        <Pairs>
          <Pair label="Criterion">{criterion}</Pair>
          <Pair label="Answered" isMono={last?.statusCode !== null && last !== undefined}>
            {last?.statusCode ?? 'No answer'}
          </Pair>
          <Pair label="Trigger">{execution.trigger}</Pair>
        </Pairs>
      </CardBody>
      {execution.isOpen || execution.error !== null ? (
        <>
          <CardHead title="What Happens Next" isRuled />
          <CardBody>
            <p className="text-base font-semibold">
              <NextStep execution={execution} />
            </p>
          </CardBody>
        </>
      ) : null}
    </Card>
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

function lastFault({ tries }: ExecutionView): string {
  const fault = tries.findLast((attempt) => attempt.fault !== null)?.fault;
  return fault ?? 'Not decided yet: no attempt has ended.';
}

function NextStep({ execution }: { execution: ExecutionView }) {
  const { isOpen, retryAt, tries, mostAttempts, status } = execution;
  if (status === 'queued') return 'It starts as soon as a worker is free.';
  if (retryAt !== null) {
    return (
      <>
        Attempt {tries.length + 1} of {mostAttempts} starts <Relative at={retryAt} />.
      </>
    );
  }
  if (isOpen) return 'An attempt is under way.';
  return status === 'superseded' ? 'The next fire took its place.' : 'No attempt is left.';
}
