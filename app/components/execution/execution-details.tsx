import { Link } from '@remix-run/react';
import { AttemptsCard } from '#app/components/execution/attempts/attempts-card.tsx';
import { stepsOf } from '#app/components/execution/attempts/execution-steps.tsx';
import { FireTimeline } from '#app/components/execution/attempts/fire-timeline.tsx';
import { VerdictCard } from '#app/components/execution/attempts/verdict-card.tsx';
import { ExecutionFactsCard } from '#app/components/execution/execution-facts.tsx';
import { Card, CardHead } from '#app/components/ui/card.tsx';
import { useZoneOf } from '#app/components/ui/display-zone.tsx';
import { Columns } from '#app/components/ui/page-head.tsx';
import { Time } from '#app/components/ui/time.tsx';
import { countText } from '#app/format/time-format.ts';
import type { ExecutionDetailsData } from '#app/presenters/execution/execution-details.server.ts';

interface DetailsProps {
  details: ExecutionDetailsData;
}

/** An execution with its outcome, the reason, and each of its attempts. */
export function ExecutionDetails({ details }: DetailsProps) {
  const { job, schedule, execution, notifications } = details;
  const zone = useZoneOf(job.timeZone);
  return (
    <>
      <ExecutionFactsCard execution={execution} jobZone={job.timeZone} />
      <Columns isEven>
        <Card aria-label="Timeline">
          <CardHead title="Timeline" hint={`times in ${zone}`} />
          <FireTimeline
            steps={stepsOf({ execution, schedule, jobZone: job.timeZone, notifications })}
            jobZone={job.timeZone}
            isUnfinished={execution.isOpen}
          />
        </Card>
        <VerdictCard details={details} />
      </Columns>
      <AttemptsCard execution={execution} jobZone={job.timeZone} />
    </>
  );
}

/** Due time, time zone and trigger. */
export function ExecutionSentence({ details: { job, execution, replay } }: DetailsProps) {
  const zone = useZoneOf(job.timeZone);
  const { scheduledFor, dueAt, trigger, replayOf, jobVersion } = execution;
  return (
    <>
      {scheduledFor === null ? 'Requested' : 'Scheduled for'}{' '}
      <Time at={scheduledFor ?? dueAt} jobZone={job.timeZone} precision="second" />, {zone}.{' '}
      {replayOf === null ? (
        `Trigger: ${trigger}.`
      ) : (
        <>
          Replay of{' '}
          <Link to={`/dashboard/jobs/${job.id}/executions/${replayOf}`} preventScrollReset>
            run #{countText(replayOf)}
          </Link>
          , {replay.isEdited ? `version ${jobVersion} with edits` : `version ${jobVersion}`}.
        </>
      )}
    </>
  );
}
