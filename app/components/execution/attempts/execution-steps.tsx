import { CutShortText } from '#app/components/execution/cut-short-text.tsx';
import { executionWords } from '#app/components/execution/execution-badge.tsx';
import { Relative } from '#app/components/ui/time.tsx';
import { exactMs, spanText } from '#app/format/time-format.ts';
import type { TimelineStep } from '#app/presenters/charts/timeline-order.ts';
import type { AttemptView } from '#app/presenters/execution/attempt-view.ts';
import type { ExecutionView } from '#app/presenters/execution/execution-page.ts';
import type { NotificationLine } from '#app/presenters/job/job-notifications.server.ts';
import { minuteMs } from '#domain/time/units.ts';

/** Timeline steps of an execution: the past, then the plan while it continues. */
export function stepsOf({
  execution,
  schedule,
  jobZone,
  notifications,
}: {
  execution: ExecutionView;
  schedule: string;
  jobZone: string;
  notifications: NotificationLine[];
}): TimelineStep[] {
  const { scheduledFor, dueAt, hint: hint, tries, startAt, latenessMs, jobVersion } = execution;
  const [first] = tries;
  const steps: TimelineStep[] = [
    scheduledFor === null
      ? { kind: 'scheduled', at: dueAt, isExact: true, title: 'Requested', detail: execution.trigger }
      : { kind: 'scheduled', at: scheduledFor, isExact: true, title: 'Scheduled', detail: schedule },
  ];
  if (hint !== null) {
    const word = execution.status === 'missed' ? 'Missed' : 'Skipped';
    const end: TimelineStep = {
      kind: 'not_run',
      at: execution.endedAt ?? dueAt,
      title: word,
      detail: hint.replace(`${word}: `, ''),
    };
    return [...steps, end, ...notifications.map(notificationStep)];
  }
  if (first) {
    const late = latenessMs === null ? null : `+${exactMs(latenessMs)}`;
    steps.push({
      kind: 'started',
      at: startAt,
      isExact: true,
      title: 'Started',
      detail: `Version ${jobVersion} of the job`,
      hint: late,
    });
  }
  tries.forEach((attempt, index) => steps.push(...attemptSteps({ attempt, before: tries[index - 1] })));
  if (execution.isOpen) steps.push(...plannedSteps(execution));
  else steps.push(verdictStep({ execution, jobZone }));
  return [...steps, ...notifications.map(notificationStep)];
}

function verdictStep({ execution, jobZone }: { execution: ExecutionView; jobZone: string }): TimelineStep {
  const { status, endedAt, dueAt, verdict, duration, cutShort } = execution;
  const { word } = executionWords[status];
  const kind = status === 'success' ? 'success' : 'failed';
  const said = verdict?.replace(`${word}: `, '') ?? null;
  return {
    kind,
    at: endedAt ?? dueAt,
    isExact: true,
    title: `Verdict: ${word}`,
    detail: cutShort ? (
      <>
        Retries stopped, <CutShortText cutShort={cutShort} jobZone={jobZone} />.
      </>
    ) : (
      said && upperFirst(said)
    ),
    hint: duration === null ? null : `${duration} in all`,
  };
}

function notificationStep({
  enqueuedAt,
  channel,
  destination,
  rule,
  state,
  error,
}: NotificationLine): TimelineStep {
  const word = { sent: 'sent', failed: 'not delivered', pending: 'on its way' }[state];
  return {
    kind: 'notified',
    at: enqueuedAt,
    isExact: true,
    title: `Notification ${word}`,
    detail: error ?? `${rule}, ${channel} to ${destination}`,
  };
}

function attemptSteps({
  attempt,
  before,
}: {
  attempt: AttemptView;
  before: AttemptView | undefined;
}): TimelineStep[] {
  const { number, startedAt, endedAt, statusCode, error, durationMs } = attempt;
  const steps: TimelineStep[] = [];
  if (before) {
    const waitedMs = startedAt - (before.endedAt ?? before.startedAt);
    steps.push({
      kind: 'wait',
      at: startedAt,
      isExact: true,
      title: `Waited ${waitText(waitedMs)} before attempt ${number}`,
      hint: exactMs(waitedMs),
    });
  }
  if (endedAt === null) return steps;
  const word = error === null ? 'succeeded' : 'failed';
  steps.push({
    kind: error === null ? 'success' : 'failed',
    at: endedAt,
    isExact: true,
    title: `Attempt ${number} ${word}${statusCode === null ? '' : `, ${statusCode}`}`,
    detail: error,
    hint: durationMs === null ? null : exactMs(durationMs),
  });
  return steps;
}

function plannedSteps({
  retryAt,
  deadlineAt,
  tries,
  mostAttempts,
  laterWaits,
}: ExecutionView): TimelineStep[] {
  const steps: TimelineStep[] = [];
  if (retryAt !== null) {
    const title = `Attempt ${tries.length + 1} of ${mostAttempts}`;
    const detail = laterWaits === null ? null : `If it fails, the next waits are ${laterWaits}`;
    steps.push({ kind: 'retry', at: retryAt, title, detail, hint: <Relative at={retryAt} /> });
  }
  if (deadlineAt !== null) {
    const detail = 'No retries start from then on';
    steps.push({
      kind: 'next_fire',
      at: deadlineAt,
      title: 'Next run',
      detail,
      hint: <Relative at={deadlineAt} />,
    });
  }
  return steps;
}

/** "5.9 s", "30m" */
function waitText(ms: number): string {
  return ms < minuteMs ? `${(ms / 1000).toFixed(1)} s` : spanText(ms);
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
