import { getFormProps, useForm } from '@conform-to/react';
import { Form, useActionData, useNavigation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { TextField } from '#app/components/form/bound-field.tsx';
import { FormErrors } from '#app/components/form/form-errors.tsx';
import { useFocusFirstError } from '#app/components/form/use-focus-first-error.ts';
import { useUnsavedWarning } from '#app/components/form/use-unsaved-warning.ts';
import { AdvancedFields, RequestFields, TargetField } from '#app/components/job/request-fields.tsx';
import { ScheduleFields } from '#app/components/job/schedule-fields.tsx';
import { SchedulePreviewCard, ScheduleSentence } from '#app/components/job/schedule-preview.tsx';
import { useSchedulePreview } from '#app/components/job/use-schedule-preview.ts';
import { ZoneSelect } from '#app/components/job/zone-select.tsx';
import { ActionBar } from '#app/components/ui/action-bar.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { Card, CardBody, CardHead } from '#app/components/ui/card.tsx';
import { Columns } from '#app/components/ui/page-head.tsx';
import { useToast } from '#app/components/ui/toast.tsx';
import type { JobFormAnswer } from '#app/http/job-form-action.server.ts';
import type { FormChoices } from '#app/presenters/form-choices.ts';
import type { JobFormValues } from '#app/presenters/job-form.ts';
import type { SchedulePreview } from '#app/presenters/schedule-preview.ts';

interface JobFormProps {
  values: JobFormValues;
  choices: FormChoices;
  preview: SchedulePreview;
  submitLabel: string;
  pendingLabel?: string;
  cancelTo: string;
  /** Secret headers are masked in the field; this address shows them. */
  revealTo?: string | undefined;
}

/** The form of a job, for Create and Edit alike. Without JavaScript it posts, and comes back as it was sent. */
export function JobForm({
  values,
  choices,
  preview,
  submitLabel,
  pendingLabel,
  cancelTo,
  revealTo,
}: JobFormProps) {
  const answer = useActionData<JobFormAnswer>();
  const element = useRef<HTMLFormElement>(null);
  const [form, fields] = useForm<JobFormValues>({
    id: 'job',
    lastResult: answer?.result ?? null,
    defaultValue: values,
  });
  const isSaving = useIsSaving();
  const live = useSchedulePreview({ form: element, initial: answer?.preview ?? preview });
  useFocusFirstError({ form: element, result: answer });
  const markTyped = useUnsavedWarning({ isSaving, answer });
  const showToast = useToast();
  useEffect(() => {
    if (answer?.toast) showToast(answer.toast);
  }, [answer, showToast]);
  return (
    <Columns>
      <Form
        ref={element}
        method="post"
        {...getFormProps(form)}
        onInput={markTyped}
        onChange={live.onChange}
        className="min-w-0"
      >
        <Card as="div" className="overflow-visible">
          <CardBody className="grid gap-4">
            <FormErrors id={form.errorId} errors={form.errors} />
            <TextField field={fields.name} label="Job Name" required maxLength={200} autoComplete="off" />
            <TextField
              field={fields.description}
              label="Description"
              isOptional
              maxLength={2000}
              autoComplete="off"
            />
            <TargetField field={fields.webhookURL} />
          </CardBody>
          <CardBody className="border-t border-border">
            <ScheduleFields fields={fields} intervals={choices.intervals} />
            <ScheduleSentence preview={live.preview} />
            <div className="mt-5 flex items-end gap-4 *:first:flex-1">
              <ZoneSelect field={fields.timezone} zones={choices.zones} />
              <Button
                type="submit"
                className="hidden no-script:inline-flex"
                {...form.validate.getButtonProps()}
              >
                Preview
              </Button>
            </div>
          </CardBody>
          <CardHead title="Webhook Configuration" isRuled />
          <CardBody>
            <RequestFields fields={fields} revealTo={revealTo} />
          </CardBody>
          <CardHead title="Advanced Settings" isRuled />
          <CardBody>
            <AdvancedFields fields={fields} />
          </CardBody>
          <ActionBar>
            <ButtonLink to={cancelTo}>Cancel</ButtonLink>
            <Button type="submit" variant="primary" isPending={isSaving}>
              {isSaving && pendingLabel ? pendingLabel : submitLabel}
            </Button>
          </ActionBar>
        </Card>
      </Form>
      <SchedulePreviewCard preview={live.preview} />
    </Columns>
  );
}

function useIsSaving(): boolean {
  const { state, formMethod } = useNavigation();
  return state !== 'idle' && formMethod === 'POST';
}
