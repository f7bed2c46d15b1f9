import { getFormProps, useForm } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState, type ReactElement } from 'react';
import { FormErrors } from '#app/components/form/form-errors.tsx';
import { useKeepForm } from '#app/components/form/kept-form.ts';
import { useFocusFirstError } from '#app/components/form/use-focus-first-error.ts';
import { useUnsavedWarning } from '#app/components/form/use-unsaved-warning.ts';
import type { JobFormProps, Restored } from '#app/components/job/form/job-form.tsx';
import { JobCards, JobTabs } from '#app/components/job/form/job-sections.tsx';
import type PasteDialogType from '#app/components/job/form/paste-dialog.tsx';
import { PastePanel, PasteWords } from '#app/components/job/form/paste-panel.tsx';
import UnconfirmedSave from '#app/components/job/form/unconfirmed-save.tsx';
import { useFormTab } from '#app/components/job/form/use-form-tab.ts';
import { usePaste } from '#app/components/job/form/use-paste.ts';
import { SchedulePreviewCard } from '#app/components/job/schedule/schedule-preview.tsx';
import { useSchedulePreview } from '#app/components/job/schedule/use-schedule-preview.ts';
import { TestRunButton, TestRunCard } from '#app/components/job/test-run/test-run-card.tsx';
import type TestRunDialogType from '#app/components/job/test-run/test-run-dialog.tsx';
import { TestRunLine } from '#app/components/job/test-run/test-run-line.tsx';
import { useTestRunPanel } from '#app/components/job/test-run/use-test-run-panel.ts';
import { ActionBar } from '#app/components/ui/action-bar.tsx';
import { Banner } from '#app/components/ui/banner.tsx';
import { Button, ButtonLink } from '#app/components/ui/input/button.tsx';
import { useToast } from '#app/components/ui/overlay/toast.tsx';
import { Columns, Stack } from '#app/components/ui/page-head.tsx';
import type { FormResult } from '#app/http/forms/form-action.server.ts';
import type { JobFormResult } from '#app/http/forms/job-form-action.server.ts';
import { errorCounts, errorSummary } from '#app/presenters/job-form/form-sections.ts';
import type { JobFormValues } from '#app/presenters/job-form/job-form.ts';
import type { PasteReport } from '#app/presenters/job-form/paste-into-form.ts';
import { authChoices, openedField, versionField } from '#app/presenters/job-form/read-job-form.ts';
import { formTokenField } from '#app/protocol/form-token.ts';

// Seldom seen, and only with JavaScript.
const PasteDialog = lazy(() =>
  import('#app/components/job/form/paste-dialog.tsx').catch((): { default: PasteDialogView } => ({
    default: () => <></>,
  })),
);

const TestRunDialog = lazy(() =>
  import('#app/components/job/test-run/test-run-dialog.tsx').catch((): { default: TestRunDialogView } => ({
    // The card has the same.
    default: () => <></>,
  })),
);

type TestRunDialogView = (props: Parameters<typeof TestRunDialogType>[0]) => ReactElement;

type PasteDialogView = (props: Parameters<typeof PasteDialogType>[0]) => ReactElement;

const restoredWords: Record<Restored, string> = {
  'signed-in-again': 'What you typed before you signed in again is back. It is not saved yet.',
  unconfirmed: 'What you typed is back. The server has not confirmed that it is saved.',
};

function isSecretMissing(auth: string): boolean {
  const { type, secret } = authChoices(auth);
  return type !== 'none' && secret === '';
}

/** In sight while the form is scrolled; what is longer than the window scrolls for itself. */
const besideForm =
  'min-w-0 min-[75rem]:sticky min-[75rem]:top-17 min-[75rem]:-m-1 min-[75rem]:max-h-[calc(100dvh-9rem)] min-[75rem]:overflow-x-hidden min-[75rem]:overflow-y-auto min-[75rem]:p-1';

interface JobFormBodyProps extends JobFormProps {
  result: JobFormResult | undefined;
  filledFrom: PasteReport | null;
  /** The version a save is based on. */
  basedOn: string | undefined;
  /** The version the form was opened with first. */
  openedAt: string | undefined;
  /** It begins with unsaved values. */
  isFilled: boolean;
  /** It begins with what was typed before. */
  restored: Restored | null;
  onFill: (filled: { values: Record<string, string>; report: PasteReport }) => void;
}

/** The form with next fires and test run. */
export function JobFormBody({ result, filledFrom, isFilled, restored, onFill, ...props }: JobFormBodyProps) {
  const {
    basedOn,
    openedAt,
    layout,
    jobId,
    formToken,
    values,
    choices,
    submitLabel,
    pendingLabel,
    cancelTo,
    revealTo,
  } = props;
  const element = useRef<HTMLFormElement>(null);
  const [latest, setLatest] = useState<FormResult | undefined>(result);
  useEffect(() => {
    if (result) setLatest(result);
  }, [result]);
  const [form, fields] = useForm<JobFormValues>({
    id: 'job',
    lastResult: latest?.result ?? null,
    defaultValue: values,
  });
  const isSaving = useIsSaving();
  const { tab, open } = useFormTab();
  const live = useSchedulePreview({
    form: element,
    initial: props.preview,
    isFilled,
    responded: result?.preview ?? null,
  });
  const reveal = useCallback(
    (field: HTMLElement) => {
      const panel = field.closest<HTMLElement>('[role=tabpanel]')?.id.split('-content-').at(-1);
      if (panel) open(panel);
    },
    [open],
  );
  useFocusFirstError({ form: element, result: latest, reveal });
  const { markTyped, forget } = useUnsavedWarning({ isSaving, result, isFilled });
  const kept = useKeepForm({ form: element, result, isUnconfirmed: restored === 'unconfirmed' });
  const test = useTestRunPanel({ form: element, jobId, result, openTab: open, onRefused: setLatest });
  const { panel } = test;
  const paste = usePaste({ form: element, initial: filledFrom ?? result?.paste ?? null, onFill });
  useResultToast(result);

  const counts = errorCounts(form.allErrors);
  const footer = (
    <ActionBar
      hint={errorSummary(counts)}
      isSticky={layout === 'cards'}
      above={<TestRunLine panel={panel} onOpen={test.dialog.open} />}
    >
      <TestRunButton panel={panel} onStart={test.startFromBar} className="min-[75rem]:hidden" />
      <ButtonLink to={cancelTo}>Cancel</ButtonLink>
      <Button type="submit" variant="primary" isPending={isSaving}>
        {isSaving && pendingLabel ? pendingLabel : submitLabel}
      </Button>
    </ActionBar>
  );
  const notification = { body: result?.notificationBody ?? null, onRefused: setLatest };
  // A form filled in, or came back, says in which zone.
  const takesBrowserZone = props.takesBrowserZone === true && !isFilled && !result;
  const sections = {
    fields,
    choices,
    preview: live.preview,
    takesBrowserZone,
    revealTo,
    footer,
    notification,
  };
  return (
    <>
      {/* Enter in a field presses the first button of the form, and that is to save. */}
      <button type="submit" form="job" hidden tabIndex={-1} />
      {layout === 'tabs' ? (
        <PastePanel report={paste.report} onFill={paste.fillText} />
      ) : (
        <PasteWords report={paste.report} />
      )}
      {paste.offer ? (
        <Suspense>
          <PasteDialog report={paste.offer.report} onFill={paste.fillOffer} onKeep={paste.offer.keep} />
        </Suspense>
      ) : null}
      <Columns>
        <Form
          ref={element}
          method="post"
          {...getFormProps(form)}
          onInput={() => {
            markTyped();
            kept.markTyped();
            test.onFormInput();
          }}
          onSubmitCapture={kept.keep}
          onChange={live.onChange}
          onPaste={paste.onPaste}
          className="group/job min-w-0"
        >
          <FormErrors id={form.errorId} errors={form.errors} />
          {formToken === undefined ? null : <input type="hidden" name={formTokenField} value={formToken} />}
          {basedOn === undefined ? null : <input type="hidden" name={versionField} value={basedOn} />}
          {openedAt === undefined ? null : <input type="hidden" name={openedField} value={openedAt} />}
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
          {jobId !== undefined && result?.isUnconfirmed ? (
            <UnconfirmedSave form={element} jobId={jobId} result={result} onSaved={forget} />
          ) : null}
          {layout === 'tabs' ? (
            <JobTabs {...sections} counts={counts} tab={tab} onTab={open} />
          ) : (
            <JobCards {...sections} />
          )}
        </Form>
        <div className={besideForm}>
          <Stack>
            <TestRunCard panel={panel} />
            <SchedulePreviewCard preview={live.preview} />
          </Stack>
        </div>
      </Columns>
      {panel.run || panel.isRunning ? (
        <Suspense>
          <TestRunDialog
            panel={panel}
            isOpen={test.dialog.isOpen}
            onClose={test.dialog.close}
            returnTo={test.dialog.returnTo}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function useIsSaving(): boolean {
  const { state, formMethod } = useNavigation();
  return state !== 'idle' && formMethod === 'POST';
}

function useResultToast(result: JobFormResult | undefined): void {
  const showToast = useToast();
  useEffect(() => {
    if (result?.toast) showToast(result.toast);
  }, [result, showToast]);
}
