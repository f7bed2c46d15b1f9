import { Form, useNavigation } from '@remix-run/react';
import { Card, CardBody } from '#app/components/ui/card.tsx';
import { Button, ButtonLink } from '#app/components/ui/input/button.tsx';
import { PageHead } from '#app/components/ui/page-head.tsx';
import { questions } from '#app/content/settings-questions.ts';
import { plural } from '#app/format/time-format.ts';
import type { PlanEndJobs } from '#server/billing/plan-end-jobs.server.ts';
import { KeptJobsField, type RefusedChoice } from './kept-jobs-field.tsx';
import { noneIsPaused } from './none-is-paused.ts';

interface KeptJobsFormProps extends Pick<PlanEndJobs, 'active' | 'above' | 'jobs'> {
  /** Also ends the plan; null only saves the choice. */
  act: 'cancel-subscription' | 'refund' | null;
  limit: number;
  planName: string;
  refused: RefusedChoice | undefined;
}

/** Form before a plan ends: says how many jobs will be paused and offers the choice of jobs that stay active. */
export function KeptJobsForm({ act, refused, ...choice }: KeptJobsFormProps) {
  const { active, above, limit, planName } = choice;
  const isPending = useNavigation().state !== 'idle';
  const question = act && questions[act];
  return (
    <>
      <PageHead
        title={question ? question.title() : 'Jobs to Keep Active'}
        back={{ to: '/dashboard/settings#subscription', label: 'Settings' }}
      />
      <Card className="max-w-form">
        <CardBody>
          <Form method="post" className="grid gap-4">
            {question ? <p className="max-w-prose text-pretty">{question.text}</p> : null}
            <p className="max-w-prose text-pretty">
              {above > 0
                ? `${planName} allows ${plural(limit, 'active job')} and you have ${active}: ${plural(above, 'job')} will be paused, by default the newest. No job is deleted.`
                : noneIsPaused({ active, limit })}
            </p>
            {act ? <input type="hidden" name="act" value={act} /> : null}
            {above > 0 ? <KeptJobsField {...choice} refused={refused} /> : null}
            <div className="flex flex-wrap gap-2">
              <ButtonLink to="/dashboard/settings#subscription">
                {question ? question.cancelLabel : 'Cancel'}
              </ButtonLink>
              <Button type="submit" variant={question ? 'solid-danger' : 'primary'} isPending={isPending}>
                {question ? question.confirmLabel : 'Save Choice'}
              </Button>
            </div>
          </Form>
        </CardBody>
      </Card>
    </>
  );
}
