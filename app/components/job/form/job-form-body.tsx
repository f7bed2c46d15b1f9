import { getFormProps } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { lazy, Suspense, type ReactElement } from 'react';
import { FormErrors } from '#app/components/form/form-errors.tsx';
import { JobTabs } from '#app/components/job/form/job-sections.tsx';
import { type JobFormBodyProps, type Restored, useJobForm } from '#app/components/job/form/use-job-form.ts';
import { PastePart } from '#app/components/job/paste/paste-part.tsx';
import { SchedulePreviewCard } from '#app/components/job/schedule/schedule-preview.tsx';
import { TestRunButton, TestRunCard } from '#app/components/job/test-run/test-run-card.tsx';
import type TestRunDialogType from '#app/components/job/test-run/test-run-dialog.tsx';
import { TestRunLine } from '#app/components/job/test-run/test-run-line.tsx';
import { ActionBar } from '#app/components/ui/action-bar.tsx';
import { Banner } from '#app/components/ui/banner.tsx';
import { Button, ButtonLink } from '#app/components/ui/input/button.tsx';
import { Columns, Stack } from '#app/components/ui/page-head.tsx';
import { errorCounts, errorSummary } from '#app/presenters/job-form/form-sections.ts';
import { authChoices, openedField, versionField } from '#app/presenters/job-form/read-job-form.ts';
import { formTokenField } from '#app/protocol/form-token.ts';

// Loaded on demand: rarely shown, and only with JavaScript.
const TestRunDialog = lazy(() =>
  import('#app/components/job/test-run/test-run-dialog.tsx').catch((): { default: TestRunDialogView } => ({
    // The card shows the same result.
    default: () => <></>,
  })),
);

type TestRunDialogView = (props: Parameters<typeof TestRunDialogType>[0]) => ReactElement;

const restoredWords: Record<Restored, string> = {
  'signed-in-again': 'What you typed before you signed in again is back. It is not saved yet.',
  unconfirmed: 'What you typed is back. The server has not confirmed that it is saved.',
};

function isSecretMissing(auth: string): boolean {
  const { type, secret } = authChoices(auth);
  return type !== 'none' && secret === '';
}

/** Stays in view while the form scrolls; scrolls itself if taller than the window. */
const besideForm =
  'min-w-0 min-[75rem]:sticky min-[75rem]:top-17 min-[75rem]:-m-1 min-[75rem]:max-h-[calc(100dvh-9rem)] min-[75rem]:overflow-x-hidden min-[75rem]:overflow-y-auto min-[75rem]:p-1';

interface PartProps {
  props: JobFormBodyProps;
  parts: ReturnType<typeof useJobForm>;
}

/** The form, with next fires and test run beside it. */
export function JobFormBody(props: JobFormBodyProps) {
  const parts = useJobForm(props);
  const { element, form, live, test, paste, onInput, keep } = parts;
  return (
    <>
      {/* Enter in a field activates the first submit button of the form: this one saves. */}
      <button type="submit" form="job" hidden tabIndex={-1} />
      <PastePart paste={paste} hasPanel={props.layout === 'tabs'} />
      <Columns>
        <Form
          ref={element}
          method="post"
          {...getFormProps(form)}
          onInput={onInput}
          onSubmitCapture={keep}
          onChange={live.onChange}
          onPaste={paste.onPaste}
          className="group/job min-w-0"
        >
          <FormErrors id={form.errorId} errors={form.errors} />
          <HiddenFields {...props} />
          <FormBanners props={props} parts={parts} />
          <Sections props={props} parts={parts} />
        </Form>
        <div className={besideForm}>
          <Stack>
            <TestRunCard panel={test.panel} />
            <SchedulePreviewCard preview={live.preview} />
          </Stack>
        </div>
      </Columns>
      {test.panel.run || test.panel.isRunning ? (
        <Suspense>
          <TestRunDialog
            panel={test.panel}
            isOpen={test.dialog.isOpen}
            onClose={test.dialog.close}
            returnTo={test.dialog.returnTo}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function HiddenFields({
  formToken,
  basedOn,
  openedAt,
}: Pick<JobFormBodyProps, 'formToken' | 'basedOn' | 'openedAt'>) {
  return (
    <>
      {formToken === undefined ? null : <input type="hidden" name={formTokenField} value={formToken} />}
      {basedOn === undefined ? null : <input type="hidden" name={versionField} value={basedOn} />}
      {openedAt === undefined ? null : <input type="hidden" name={openedField} value={openedAt} />}
    </>
  );
}

/** Notices above the fields: a restored form, the server's notice, a save without a response. */
function FormBanners({
  props: { result, restored, values, jobId, editParts },
  parts: { element, forget },
}: PartProps) {
  const UnconfirmedSave = editParts?.UnconfirmedSave;
  return (
    <>
      {restored && !result ? (
        <Banner tone="info" className="mb-4">
          {restoredWords[restored]}
          {isSecretMissing(values.auth)
            ? ' Passwords, tokens and keys are not kept; enter them again.'
            : null}
        </Banner>
      ) : null}
      {result?.notification ? (
        <Banner tone={result.notification.tone === 'error' ? 'danger' : 'info'} className="mb-4">
          {result.notification.message}
        </Banner>
      ) : null}
      {UnconfirmedSave && jobId !== undefined && result?.isUnconfirmed ? (
        <UnconfirmedSave form={element} jobId={jobId} result={result} onSaved={forget} />
      ) : null}
    </>
  );
}

/** The fields as tabs or cards, with the save bar. */
function Sections({ props, parts }: PartProps) {
  const { result, choices, revealTo, isFilled } = props;
  const { form, fields, live, tab, openTab, onRefused } = parts;
  const counts = errorCounts(form.allErrors);
  const sections = {
    ...{ fields, choices, preview: live.preview, revealTo },
    // A form that was filled in or posted already has its zone.
    takesBrowserZone: props.takesBrowserZone === true && !isFilled && !result,
    footer: <SaveBar props={props} parts={parts} notification={errorSummary(counts)} />,
    notification: { body: result?.notificationBody ?? null, onRefused },
  };
  const JobCards = props.editParts?.JobCards;
  return JobCards ? (
    <JobCards {...sections} />
  ) : (
    <JobTabs {...sections} counts={counts} tab={tab} onTab={openTab} />
  );
}

function SaveBar({
  props: { layout, cancelTo, pendingLabel, submitLabel },
  parts: { isSaving, test },
  notification,
}: PartProps & { notification: ReturnType<typeof errorSummary> }) {
  return (
    <ActionBar
      hint={notification}
      isSticky={layout === 'cards'}
      above={<TestRunLine panel={test.panel} onOpen={test.dialog.open} />}
    >
      <TestRunButton panel={test.panel} onStart={test.startFromBar} className="min-[75rem]:hidden" />
      <ButtonLink to={cancelTo}>Cancel</ButtonLink>
      <Button type="submit" variant="primary" isPending={isSaving}>
        {isSaving && pendingLabel ? pendingLabel : submitLabel}
      </Button>
    </ActionBar>
  );
}
