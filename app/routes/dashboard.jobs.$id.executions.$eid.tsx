import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AttemptsCard } from '#app/components/execution/attempts-card.tsx';
import { ExecutionActions } from '#app/components/execution/execution-actions.tsx';
import { ExecutionBadge } from '#app/components/execution/execution-badge.tsx';
import { ExecutionFactsCard } from '#app/components/execution/execution-facts.tsx';
import { stepsOf } from '#app/components/execution/execution-steps.tsx';
import { FireTimeline } from '#app/components/execution/fire-timeline.tsx';
import { VerdictCard } from '#app/components/execution/verdict-card.tsx';
import { useRefresh } from '#app/components/job/use-refresh.ts';
import { Card, CardHead } from '#app/components/ui/card.tsx';
import { useZoneOf } from '#app/components/ui/display-zone.tsx';
import { Columns, PageHead, Stack } from '#app/components/ui/page-head.tsx';
import { countText } from '#app/components/ui/time-format.ts';
import { Time } from '#app/components/ui/time.tsx';
import { runWithToast } from '#app/http/answer-with-toast.server.ts';
import { requireUser } from '#app/http/guards.server.ts';
import { executionIdOf, jobIdOf } from '#app/http/id-param.ts';
import { ownerOf } from '#app/http/owner-of.server.ts';
import { pageAction } from '#app/http/page-action.server.ts';
import { pageLoader } from '#app/http/page-loader.server.ts';
import { toExecutionView } from '#app/presenters/execution-page.ts';
import { describeCron } from '#domain/cron-description.ts';
import { AppError } from '#domain/errors.ts';
import { isActive } from '#domain/job.ts';
import { retryNow } from '#server/engine/retry-now.server.ts';
import { stopRetrying } from '#server/engine/stop-retrying.server.ts';
import { getExecution } from '#server/executions/get-execution.server.ts';
import { getJob } from '#server/jobs/get-job.server.ts';
import { jobInputOf } from '#server/jobs/job-input-of.server.ts';
import { replayExecution } from '#server/jobs/replay-execution.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Execution ${data ? countText(data.execution.id) : ''} · Punctual` },
];

export const loader = pageLoader({
  guard: requireUser,
  run: async ({ user, request, params }) => {
    const jobId = jobIdOf(params.id);
    const { job } = await getJob({ owner: ownerOf({ user, request }), jobId });
    const found = await getExecution({ ownerId: user.id, jobId, id: executionIdOf(params.eid) });
    const version = found.version ?? jobInputOf(job);
    const execution = toExecutionView({ execution: found, version });
    const asked = new URL(request.url).searchParams.get('attempt');
    const { tries } = execution;
    return {
      job: {
        id: jobId,
        name: job.name,
        timeZone: version.timeZone,
        isActive: isActive({ ...job, now: Date.now() }),
      },
      schedule: `${describeCron(version.cronExpression)}, ${version.timeZone}`,
      execution,
      chosen: tries.find(({ number }) => String(number) === asked) ?? tries.at(-1) ?? null,
    };
  },
});

/** Retry now, stop retrying, replay. */
export const action = pageAction({
  guard: requireUser,
  run: ({ user, request, params, form }) =>
    runWithToast({
      request,
      to: `/dashboard/jobs/${params.id ?? ''}/executions/${params.eid ?? ''}`,
      fallback: 'That did not work. Please try again.',
      run: async () => {
        const asked = { jobId: jobIdOf(params.id), executionId: executionIdOf(params.eid) };
        switch (form.get('intent')) {
          case 'retry':
            await retryNow({ ownerId: user.id, ...asked });
            return 'The next attempt starts now.';
          case 'stop':
            await stopRetrying({ ownerId: user.id, ...asked });
            return 'No further attempt is made.';
          case 'replay': {
            const { executionId } = await replayExecution({ owner: ownerOf({ user, request }), ...asked });
            return `Replay queued as execution ${countText(executionId)}.`;
          }
          default:
            throw new AppError('validation_error', { message: 'Choose what to do with the execution.' });
        }
      },
    }),
});

export default function ExecutionPage() {
  const { job, schedule, execution, chosen } = useLoaderData<typeof loader>();
  const zone = useZoneOf(job.timeZone);
  useRefresh({ everyMs: execution.isOpen ? 2_000 : 60_000 });
  const at = execution.scheduledFor ?? execution.dueAt;
  return (
    <>
      <PageHead
        back={{ to: `/dashboard/jobs/${job.id}`, label: job.name }}
        title={`Execution ${countText(execution.id)}`}
        actions={<ExecutionActions execution={execution} isActive={job.isActive} />}
        badge={<ExecutionBadge status={execution.status} isBesideHeading />}
        sub={
          <>
            {execution.scheduledFor === null ? 'Asked for' : 'Scheduled for'}{' '}
            <Time at={at} jobZone={job.timeZone} precision="second" />, {zone}. Trigger: {execution.trigger}.
          </>
        }
      />
      <Stack>
        <ExecutionFactsCard execution={execution} jobZone={job.timeZone} />
        <Columns isEven>
          <Card aria-label="Timeline">
            <CardHead title="Timeline" note={`times in ${zone}`} />
            <FireTimeline
              steps={stepsOf({ execution, schedule })}
              jobZone={job.timeZone}
              isUnfinished={execution.isOpen}
            />
          </Card>
          <VerdictCard execution={execution} />
        </Columns>
        <AttemptsCard execution={execution} chosen={chosen} jobZone={job.timeZone} />
      </Stack>
    </>
  );
}
