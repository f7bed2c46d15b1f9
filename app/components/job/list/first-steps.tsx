import { Form, Link } from '@remix-run/react';
import { CircleCheck, CircleDashed, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card, CardHead } from '#app/components/ui/card.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Button } from '#app/components/ui/input/button.tsx';
import { Tag } from '#app/components/ui/tag.tsx';
import type { FirstRun } from '#app/presenters/job/first-run.server.ts';

interface FirstStepsProps extends Pick<FirstRun, 'steps'> {
  /** Id of the account's only job, if it can be run. */
  jobId: number | null;
}

/** Steps from an empty account to a job that reports its failures, each with its state. */
export function FirstSteps({ steps, jobId }: FirstStepsProps) {
  return (
    <Card aria-labelledby="first-steps" className="mt-4 sm:mt-6">
      <CardHead id="first-steps" title="First Steps" />
      <ol className="grid border-t border-border max-md:divide-y md:grid-cols-3 md:divide-x [&>*]:border-border">
        <Step isDone={steps.hasJob} title="Create a job">
          Choose a URL and a schedule.
        </Step>
        <Step
          isDone={steps.hasRun}
          title="See a run"
          action={jobId === null || steps.hasRun ? null : <FirstRunButton jobId={jobId} />}
        >
          Its page shows the request, the response and the verdict.
        </Step>
        <Step isDone={steps.hasChannel} title="Get notified">
          <Link to="/dashboard/settings#notifications">Choose Slack or a webhook</Link> for failures. Until
          then, you get them by email.
        </Step>
      </ol>
    </Card>
  );
}

/** Sent as a document request, so the response is the job's page with the run. */
function FirstRunButton({ jobId }: { jobId: number }) {
  return (
    <Form reloadDocument method="post" action={`/dashboard/jobs/${jobId}/run`} className="mt-2 flex">
      <Button type="submit" variant="primary" icon={Zap}>
        Run Now
      </Button>
    </Form>
  );
}

interface StepProps {
  isDone: boolean;
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

function Step({ isDone, title, action, children }: StepProps) {
  return (
    <li className="px-4 py-4 sm:px-5">
      <p className="flex items-center gap-2 font-semibold">
        <Icon of={isDone ? CircleCheck : CircleDashed} className={isDone ? 'text-success' : 'text-muted'} />
        {title}
        {isDone ? <Tag>Done</Tag> : <span className="sr-only">to do</span>}
      </p>
      <p className="mt-0.5 text-muted">{children}</p>
      {action}
    </li>
  );
}
