import { useActionData } from '@remix-run/react';
import { useState } from 'react';
import { useKeptForm } from '#app/components/form/kept-form.ts';
import { JobFormBody } from '#app/components/job/job-form-body.tsx';
import { formTokenField } from '#app/http/form-token.ts';
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
  /** Under which a new job is created once, however often the form is sent. */
  formToken?: string | undefined;
  /** Secret headers are masked in the field; this address shows them. */
  revealTo?: string | undefined;
}

interface Filled {
  values: JobFormValues;
  /** The report on a pasted command; null: the form as it was typed before. */
  report: PasteReport | null;
  formToken: string | undefined;
  /** The form comes from before a sign-in, or from a save whose response was lost. */
  restored: Restored | null;
  /** What the server said before does not concern the form any more. */
  over: JobFormAnswer | undefined;
  version: number;
}

export type Restored = 'signed-in-again' | 'unconfirmed';

/** The form of a job, for Create and Edit alike. Without JavaScript it posts, and comes back as it was sent. */
export function JobForm(props: JobFormProps) {
  const answer = useActionData<JobFormAnswer>();
  const [filled, setFilled] = useState<Filled | null>(null);
  // A reload of the page's data brings another token; the form keeps the one that it was opened with.
  const [opened] = useState(props.formToken);
  const fill = ({
    values,
    ...rest
  }: Pick<Filled, 'report'> &
    Partial<Pick<Filled, 'restored' | 'formToken'>> & { values: Record<string, string> }) =>
    setFilled({
      formToken: filled?.formToken ?? opened,
      restored: null,
      ...rest,
      values: { ...props.values, ...values },
      over: answer,
      version: (filled?.version ?? 0) + 1,
    });
  useKeptForm(({ fields, isUnconfirmed }) => {
    const formToken = fields.get(formTokenField);
    void import('#app/presenters/read-job-form.ts').then(({ readJobForm }) =>
      fill({
        values: Object.fromEntries(readJobForm(fields)) as Record<string, string>,
        report: null,
        restored: isUnconfirmed ? 'unconfirmed' : 'signed-in-again',
        ...(typeof formToken === 'string' && { formToken }),
      }),
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
      formToken={filled?.formToken ?? opened}
      restored={filled?.restored ?? null}
      onFill={fill}
    />
  );
}
