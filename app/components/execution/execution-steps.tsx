import type { TimelineStep } from '#app/components/execution/timeline-order.ts';
import { exactMs } from '#app/components/ui/time-format.ts';
import { Relative } from '#app/components/ui/time.tsx';
import type { AttemptView } from '#app/presenters/attempt-view.ts';
import type { ExecutionView } from '#app/presenters/execution-page.ts';

/** The steps of an execution's timeline: what happened, then what is planned while it goes on. */
export function stepsOf({
  execution,
  schedule,
}: {
  execution: ExecutionView;
  schedule: string;
}): TimelineStep[] {
  const { scheduledFor, dueAt, note, tries, startAt, latenessMs, jobVersion } = execution;
  const [first] = tries;
  const steps: TimelineStep[] = [
    scheduledFor === null
      ? { kind: 'scheduled', at: dueAt, isExact: true, title: 'Asked for', detail: execution.trigger }
      : { kind: 'scheduled', at: scheduledFor, isExact: true, title: 'Scheduled', detail: schedule },
  ];
  if (note !== null) {
    const word = execution.status === 'missed' ? 'Missed' : 'Skipped';
    return [...steps, { kind: 'not_run', at: execution.endedAt ?? dueAt, title: word, detail: note }];
  }
  if (first) {
    const late = latenessMs === null ? null : `+${exactMs(latenessMs)}`;
    steps.push({
      kind: 'started',
      at: startAt,
      isExact: true,
      title: 'Started',
      detail: `Version ${jobVersion} of the job`,
      note: late,
    });
  }
  tries.forEach((attempt, index) => steps.push(...attemptSteps({ attempt, before: tries[index - 1] })));
  if (execution.isOpen) steps.push(...plannedSteps(execution));
  return steps;
}

function attemptSteps({
  attempt,
  before,
}: {
  attempt: AttemptView;
  before: AttemptView | undefined;
}): TimelineStep[] {
  const { number, startedAt, endedAt, statusCode, fault, durationMs } = attempt;
  const steps: TimelineStep[] = [];
  if (before) {
    const waitedMs = startedAt - (before.endedAt ?? before.startedAt);
    steps.push({
      kind: 'wait',
      at: startedAt,
      isExact: true,
      title: `Waited, then attempt ${number}`,
      note: exactMs(waitedMs),
    });
  }
  if (endedAt === null) return steps;
  const word = fault === null ? 'succeeded' : 'failed';
  steps.push({
    kind: fault === null ? 'success' : 'failed',
    at: endedAt,
    isExact: true,
    title: `Attempt ${number} ${word}${statusCode === null ? '' : `, ${statusCode}`}`,
    detail: fault,
    note: durationMs === null ? null : exactMs(durationMs),
  });
  return steps;
}

function plannedSteps({ retryAt, deadlineAt, tries, mostAttempts }: ExecutionView): TimelineStep[] {
  const steps: TimelineStep[] = [];
  if (retryAt !== null) {
    const title = `Attempt ${tries.length + 1} of ${mostAttempts}`;
    steps.push({ kind: 'retry', at: retryAt, title, note: <Relative at={retryAt} /> });
  }
  if (deadlineAt !== null) {
    const detail = 'A retry due then or later is superseded';
    steps.push({
      kind: 'next_fire',
      at: deadlineAt,
      title: 'Next fire',
      detail,
      note: <Relative at={deadlineAt} />,
    });
  }
  return steps;
}
