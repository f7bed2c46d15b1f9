import { useForm } from '@conform-to/react';
import { useNavigation } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useKeepForm } from '#app/components/form/kept-form.ts';
import { useFocusFirstError } from '#app/components/form/use-focus-first-error.ts';
import { useUnsavedWarning } from '#app/components/form/use-unsaved-warning.ts';
import type { JobCards } from '#app/components/job/form/job-cards.tsx';
import type { EditConflict } from '#app/components/job/form/edit-conflict.tsx';
import type UnconfirmedSave from '#app/components/job/form/unconfirmed-save.tsx';
import { useFormTab } from '#app/components/job/form/use-form-tab.ts';
import { usePaste } from '#app/components/job/paste/use-paste.ts';
import { useSchedulePreview } from '#app/components/job/schedule/use-schedule-preview.ts';
import { useTestRunPanel } from '#app/components/job/test-run/use-test-run-panel.ts';
import { useToast } from '#app/components/ui/overlay/toast.tsx';
import type { FormResult } from '#app/http/forms/form-action.server.ts';
import type { JobFormResult } from '#app/http/forms/job-form-result.ts';
import type { FormChoices } from '#app/presenters/job-form/form-choices.ts';
import type { JobFormValues } from '#app/presenters/job-form/job-form.ts';
import type { PasteReport } from '#app/presenters/job-form/paste-into-form.ts';
import type { SchedulePreview } from '#app/presenters/job-form/schedule-preview.ts';

export type Restored = 'signed-in-again' | 'unconfirmed';

/** Parts for the edit of a saved job alone: its page brings them, so that the form of a new job does not load them. */
export interface EditParts {
  JobCards: typeof JobCards;
  EditConflict: typeof EditConflict;
  UnconfirmedSave: typeof UnconfirmedSave;
}

export interface JobFormProps {
  /** Create uses tabs, Edit uses cards. */
  layout: 'tabs' | 'cards';
  /** Id of the saved job in the form. */
  jobId?: number | undefined;
  editParts?: EditParts | undefined;
  values: JobFormValues;
  choices: FormChoices;
  preview: SchedulePreview;
  /** A new job starts in the browser's zone, unless it is a duplicate. */
  takesBrowserZone?: boolean | undefined;
  submitLabel: string;
  pendingLabel?: string;
  cancelTo: string;
  /** Version of the saved job in the form. */
  version?: number | undefined;
  /** Idempotency token: the new job is created once, however often the form is sent. */
  formToken?: string | undefined;
  /** URL that shows the masked secret headers. */
  revealTo?: string | undefined;
}

export interface JobFormBodyProps extends JobFormProps {
  result: JobFormResult | undefined;
  filledFrom: PasteReport | null;
  /** Version the save is based on. */
  basedOn: string | undefined;
  /** Version the form was first opened with. */
  openedAt: string | undefined;
  /** The form starts with unsaved values. */
  isFilled: boolean;
  /** The form starts with text typed earlier. */
  restored: Restored | null;
  onFill: (filled: { values: Record<string, string>; report: PasteReport }) => void;
}

/** Behaviour of the form while it is filled in: errors, tabs, preview, test run, paste, and keeping typed text. */
export function useJobForm(props: JobFormBodyProps) {
  const { result, filledFrom, isFilled, restored, onFill, jobId } = props;
  const element = useRef<HTMLFormElement>(null);
  const [latest, setLatest] = useState<FormResult | undefined>(result);
  useEffect(() => {
    if (result) setLatest(result);
  }, [result]);
  const [form, fields] = useForm<JobFormValues>({
    id: 'job',
    lastResult: latest?.result ?? null,
    defaultValue: props.values,
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
  const paste = usePaste({ form: element, initial: filledFrom ?? result?.paste ?? null, onFill });
  useResultToast(result);
  const onInput = () => {
    markTyped();
    kept.markTyped();
    test.onFormInput();
  };
  return {
    ...{ element, form, fields, isSaving, tab, openTab: open, live, test, paste, onInput, forget },
    keep: kept.keep,
    onRefused: setLatest,
  };
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
