import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Card, CardHead } from '#app/components/ui/card.tsx';
import { Tag } from '#app/components/ui/tag.tsx';
import type { FirstRun } from '#app/presenters/first-run.server.ts';

/** From an empty account to a job that reports its failures, each step with its state. */
export function FirstSteps({ steps }: Pick<FirstRun, 'steps'>) {
  return (
    <Card aria-labelledby="first-steps" className="mt-4 sm:mt-6">
      <CardHead id="first-steps" title="First Steps" />
      <ol className="grid border-t border-border max-md:divide-y md:grid-cols-3 md:divide-x [&>*]:border-border">
        <Step isDone={steps.hasJob} title="Create a job">
          Choose a URL and a schedule.
        </Step>
        <Step isDone={steps.hasRun} title="See a run">
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

function Step({ isDone, title, children }: { isDone: boolean; title: string; children: ReactNode }) {
  return (
    <li className="px-4 py-4 sm:px-5">
      <p className="flex items-center gap-2 font-semibold">
        {title}
        {isDone ? <Tag>Done</Tag> : <span className="sr-only">to do</span>}
      </p>
      <p className="text-muted">{children}</p>
    </li>
  );
}
