import { executionWords } from '#app/components/execution/execution-badge.tsx';
import { Card, Fact, Facts } from '#app/components/ui/card.tsx';
import { cn } from '#app/components/ui/cn.ts';
import { Hour, Relative, Time } from '#app/components/ui/time.tsx';
import { exactMs } from '#app/format/time-format.ts';
import type { ExecutionView } from '#app/presenters/execution/execution-page.ts';

const tones = {
  success: 'text-success',
  warning: 'text-warning',
  danger: 'text-danger',
  info: 'text-info',
  muted: 'text-muted',
};

function askedFor(criterion: string): string | null {
  return criterion.startsWith('Status ') ? `expected ${criterion.replace('Status ', '')}` : null;
}

interface FactsProps {
  execution: ExecutionView;
  jobZone: string;
}

/** Fields of Execution Details in the specification, except the response, which has a panel. */
export function ExecutionFactsCard({ execution, jobZone }: FactsProps) {
  const { status, error, isOpen, hint: hint } = execution;
  const { word, tone } = executionWords[status];
  const made = execution.tries.length;
  // Until the outcome is final, shows the values of the last attempt.
  const last = isOpen ? execution.tries.at(-1) : undefined;
  const code = execution.code ?? last?.statusCode ?? null;
  return (
    <Card aria-label="Facts">
      <Facts>
        <Fact
          label="Status"
          className={tones[tone]}
          sub={made === 0 ? 'no attempt made' : `${made} of ${execution.mostAttempts} attempts made`}
        >
          {word}
        </Fact>
        <Fact
          label="Status Code"
          className={cn(code !== null && 'font-mono')}
          sub={askedFor(execution.criterion)}
        >
          {code ?? 'N/A'}
        </Fact>
        <TimeFacts execution={execution} jobZone={jobZone} />
        <Fact
          label="Error"
          isWide
          className="whitespace-normal"
          sub={last?.error ? `attempt ${last.number}` : null}
        >
          {error ?? hint ?? last?.error ?? 'None'}
        </Fact>
      </Facts>
    </Card>
  );
}

function TimeFacts({ execution, jobZone }: FactsProps) {
  const { startAt, endedAt, latenessMs, duration, isOpen, deadlineAt } = execution;
  return (
    <>
      <Fact
        label="Start Time"
        isWide
        sub={latenessMs === null ? null : `+${exactMs(latenessMs)} after schedule`}
      >
        <Time at={startAt} jobZone={jobZone} precision="second" />
      </Fact>
      <Fact
        label="End Time"
        sub={
          isOpen && deadlineAt !== null ? (
            <>
              next run <Hour at={deadlineAt} jobZone={jobZone} precision="second" />
            </>
          ) : null
        }
      >
        {endedAt === null ? 'In progress' : <Time at={endedAt} jobZone={jobZone} precision="second" />}
      </Fact>
      <Fact
        label="Duration"
        sub={
          isOpen ? (
            <>
              started <Relative at={startAt} />
            </>
          ) : null
        }
      >
        {duration ?? (isOpen ? 'In progress' : '–')}
      </Fact>
    </>
  );
}
