import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { useTakenValue } from '#app/components/job/use-taken-value.ts';
import { useTestRun } from '#app/components/job/use-test-run.ts';
import { useToast } from '#app/components/ui/toast.tsx';
import type { FormAnswer } from '#app/http/form-action.server.ts';
import type { JobFormAnswer } from '#app/http/job-form-action.server.ts';
import { takenText, type TakenValue } from '#app/presenters/taken-value.ts';
import type { TestRunState } from '#app/presenters/test-run-view.ts';
import { withStatus } from '#domain/criterion.ts';

/** Where the result has no column beside the form (app/components/ui/page-head.tsx). */
const narrow = '(width < 75rem)';

export interface TestRunPanel {
  run: TestRunState | null;
  isRunning: boolean;
  /** The form has changed since the run. */
  isOutdated: boolean;
  taken: TakenValue | null;
  start: () => void;
  takeRedirect: (url: string) => void;
  takeStatus: (status: number) => void;
  undo: () => void;
}

/** The test run of a form: its state, the values taken from it, and the dialog that shows it on narrow screens. */
export function useTestRunPanel({
  form,
  jobId,
  answer,
  openTab,
  onRefused,
}: {
  form: RefObject<HTMLFormElement>;
  jobId: number | undefined;
  answer: JobFormAnswer | undefined;
  openTab: (tab: string) => void;
  onRefused: (answer: FormAnswer) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const focusNext = useRef<HTMLElement | null>(null);
  const showToast = useToast();
  const isFromBar = useRef(false);
  const openOnNarrow = useCallback(() => setOpen(window.matchMedia(narrow).matches), []);
  const onStarted = useCallback(() => {
    if (isFromBar.current) openOnNarrow();
  }, [openOnNarrow]);
  const test = useTestRun({
    form,
    jobId,
    initial: answer?.test ?? null,
    onRefused,
    onStarted,
  });
  const startFrom = (isBar: boolean) => () => {
    isFromBar.current = isBar;
    test.start();
  };
  const { taken, take, undo, forgetChanged } = useTakenValue({
    form,
    initial: answer?.taken ?? null,
    openTab,
  });
  // A page that was sent before its script came has the result with it.
  useEffect(() => {
    if (answer?.test) openOnNarrow();
  }, [answer, openOnNarrow]);

  const focus = (field: HTMLElement | null | undefined) => {
    if (isOpen) focusNext.current = field ?? null;
    else field?.focus();
    setOpen(false);
  };
  const undoAndFocus = () => focus(undo());
  const takeAndFocus = (order: Parameters<typeof take>[0]) => {
    const field = take(order);
    focus(field);
    // The dialog goes, and with it the words beside its button.
    if (field && isOpen)
      showToast({
        message: takenText({ field: order.field, value: field.value }),
        tone: 'success',
        action: { label: 'Undo', onAct: undoAndFocus },
      });
  };
  const panel: TestRunPanel = {
    run: test.state,
    isRunning: test.isRunning,
    isOutdated: test.isOutdated,
    taken,
    start: startFrom(false),
    takeRedirect: (url) => takeAndFocus({ field: 'webhookURL', valueFrom: () => url }),
    takeStatus: (status) =>
      takeAndFocus({
        field: 'acceptedStatuses',
        valueFrom: (accepted) => withStatus({ accepted, status }),
      }),
    undo: undoAndFocus,
  };
  return {
    panel,
    /** The card may be out of sight: the result opens over the form. */
    startFromBar: startFrom(true),
    dialog: {
      isOpen,
      open: () => setOpen(true),
      close: () => setOpen(false),
      /** Takes the focus when the dialog closes. */
      returnTo: () => {
        const field = focusNext.current;
        focusNext.current = null;
        return field;
      },
    },
    onFormInput: () => {
      test.compare();
      forgetChanged();
    },
  };
}
