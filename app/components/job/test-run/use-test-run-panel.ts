import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { useTakenValue } from '#app/components/job/test-run/use-taken-value.ts';
import { useTestRun } from '#app/components/job/test-run/use-test-run.ts';
import { useToast } from '#app/components/ui/overlay/toast.tsx';
import type { FormResult } from '#app/http/forms/form-action.server.ts';
import type { JobFormResult } from '#app/http/forms/job-form-result.ts';
import { takenText, type TakenValue } from '#app/presenters/job-form/taken-value.ts';
import type { TestRunState } from '#app/presenters/job-form/test-run-view.ts';
import { withStatus } from '#domain/job/criterion.ts';

/** Screens without a column beside the form for the result (app/components/ui/page-head.tsx). */
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

/** Test run of a form: its state, the values copied from it, and its dialog on narrow screens. */
export function useTestRunPanel({
  form,
  jobId,
  result,
  openTab,
  onRefused,
}: {
  form: RefObject<HTMLFormElement>;
  jobId: number | undefined;
  result: JobFormResult | undefined;
  openTab: (tab: string) => void;
  onRefused: (result: FormResult) => void;
}) {
  const dialog = useResultDialog();
  const { openOnNarrow } = dialog;
  const isFromBar = useRef(false);
  const onStarted = useCallback(() => {
    if (isFromBar.current) openOnNarrow();
  }, [openOnNarrow]);
  // A page sent before hydration already has the result.
  useEffect(() => {
    if (result?.test) openOnNarrow();
  }, [result, openOnNarrow]);
  const test = useTestRun({ form, jobId, initial: result?.test ?? null, onRefused, onStarted });
  const startFrom = (isBar: boolean) => () => {
    isFromBar.current = isBar;
    test.start();
  };
  const { taken, forgetChanged, ...taking } = useTaking({ form, result, openTab, dialog });
  const { state: run, isRunning, isOutdated } = test;
  const panel: TestRunPanel = { run, isRunning, isOutdated, taken, start: startFrom(false), ...taking };
  return {
    panel,
    /** The card may be out of sight, so the result opens over the form. */
    startFromBar: startFrom(true),
    dialog,
    onFormInput: () => {
      test.compare();
      forgetChanged();
    },
  };
}

/** Copies values into the form. If the text beside the button scrolls out of sight, a toast offers Undo. */
function useTaking({
  form,
  result,
  openTab,
  dialog,
}: {
  form: RefObject<HTMLFormElement>;
  result: JobFormResult | undefined;
  openTab: (tab: string) => void;
  dialog: ReturnType<typeof useResultDialog>;
}) {
  const showToast = useToast();
  const { taken, take, undo, forgetChanged } = useTakenValue({
    form,
    initial: result?.taken ?? null,
    openTab,
  });
  const undoAndFocus = () => dialog.closeTo(undo());
  const takeAndFocus = (order: Parameters<typeof take>[0]) => {
    const field = take(order);
    dialog.closeTo(field);
    if (!field || !isNarrow()) return;
    showToast({
      message: takenText({ field: order.field, value: field.value }),
      tone: 'success',
      action: { label: 'Undo', onAct: undoAndFocus },
    });
  };
  return {
    taken,
    forgetChanged,
    undo: undoAndFocus,
    takeRedirect: (url: string) => takeAndFocus({ field: 'webhookURL', valueFrom: () => url }),
    takeStatus: (status: number) =>
      takeAndFocus({
        field: 'acceptedStatuses',
        valueFrom: (accepted) => withStatus({ accepted, status }),
      }),
  };
}

function useResultDialog() {
  const [isOpen, setOpen] = useState(false);
  // A toast may outlive its dialog.
  const isOpenNow = useRef(isOpen);
  isOpenNow.current = isOpen;
  const focusNext = useRef<HTMLElement | null>(null);
  const openOnNarrow = useCallback(() => setOpen(isNarrow()), []);
  return {
    isOpen,
    open: () => setOpen(true),
    openOnNarrow,
    close: () => setOpen(false),
    /** Moves the focus to a field of the form, from the dialog once it has closed. */
    closeTo: (field: HTMLElement | null | undefined) => {
      if (isOpenNow.current) focusNext.current = field ?? null;
      else field?.focus();
      setOpen(false);
    },
    /** Takes the focus when the dialog closes; null: the element that had it before. */
    returnTo: () => {
      const field = focusNext.current;
      focusNext.current = null;
      return field;
    },
  };
}

const isNarrow = () => window.matchMedia(narrow).matches;
