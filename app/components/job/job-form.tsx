import { useActionData } from '@remix-run/react';
import { useState } from 'react';
import { useKeptForm } from '#app/components/form/kept-form.ts';
import { JobFormBody } from '#app/components/job/job-form-body.tsx';
import type { JobFormAnswer } from '#app/http/job-form-action.server.ts';
import type { FormChoices } from '#app/presenters/form-choices.ts';
import type { JobFormValues } from '#app/presenters/job-form.ts';
import type { PasteReport } from '#app/presenters/paste-into-form.ts';
import type { SchedulePreview } from '#app/presenters/schedule-preview.ts';

export interface JobFormProps {
  /** Create has tabs, Edit cards. */
  layout: 'tabs' | 'cards';
  /** The saved job whose form it is. */
  jobId?: number | undefined;
  values: JobFormValues;
  choices: FormChoices;
  preview: SchedulePreview;
  submitLabel: string;
  pendingLabel?: string;
  cancelTo: string;
  /** Secret headers are masked in the field; this address shows them. */
  revealTo?: string | undefined;
}

interface Filled {
  values: JobFormValues;
  /** What was taken from a command; null: the form as it was typed before its writer had to sign in again. */
  report: PasteReport | null;
  /** What the server said before does not concern the form any more. */
  over: JobFormAnswer | undefined;
  version: number;
}

/** The form of a job, for Create and Edit alike. Without JavaScript it posts, and comes back as it was sent. */
export function JobForm(props: JobFormProps) {
  const answer = useActionData<JobFormAnswer>();
  const [filled, setFilled] = useState<Filled | null>(null);
  const fill = ({ values, report }: { values: Record<string, string>; report: PasteReport | null }) =>
    setFilled({
      values: { ...props.values, ...values },
      report,
      over: answer,
      version: (filled?.version ?? 0) + 1,
    });
  useKeptForm((fields) => {
    void import('#app/presenters/read-job-form.ts').then(({ readJobForm }) =>
      fill({ values: Object.fromEntries(readJobForm(fields)) as Record<string, string>, report: null }),
    );
  });
  // A form that is filled in begins anew with those values.
  return (
    <JobFormBody
      key={filled?.version ?? 0}
      {...props}
      values={filled?.values ?? props.values}
      answer={answer === filled?.over ? undefined : answer}
      filledFrom={filled?.report ?? null}
      isRestored={filled?.report === null}
      onFill={fill}
    />
  );
}
