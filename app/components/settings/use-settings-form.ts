import { useActionData, useFetcher } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useKeptFields } from '#app/components/form/kept-fields.ts';
import { useFocusFirstError } from '#app/components/form/use-focus-first-error.ts';
import { useToast } from '#app/components/ui/overlay/toast.tsx';
import type { SettingsResult, SettingsFormName } from '#app/http/settings/settings-action.server.ts';

/**
 * One form of the settings page: sent in the background with a script, otherwise with the page, which then comes back
 * with the typed text.
 * @param isCleared the form is emptied after a save
 */
export function useSettingsForm({
  name,
  isCleared = false,
}: {
  name: SettingsFormName;
  isCleared?: boolean;
}) {
  const fetcher = useFetcher<SettingsResult>({ key: `settings-form-${name}` });
  const page = useActionData<SettingsResult>();
  const result = fetcher.data ?? (page?.form === name ? page : undefined);
  const form = useRef<HTMLFormElement>(null);
  const showToast = useToast();
  const shown = fetcher.data;
  useEffect(() => {
    if (!shown?.toast) return;
    showToast(shown.toast);
    if (isCleared && shown.toast.tone === 'success') form.current?.reset();
  }, [shown, showToast, isCleared]);
  useFocusFirstError({ form, result: result?.result });
  const action = `/dashboard/settings?form=${name}`;
  useKeptFields({ form, action, result: shown });

  const errorsOf = (field: string) => result?.result?.error?.[field] ?? undefined;
  return {
    Form: fetcher.Form,
    /** For the form element. */
    props: {
      ref: form,
      method: 'post',
      action,
      noValidate: true,
    } as const,
    /** Errors of the whole form. */
    formErrors: errorsOf(''),
    /** Result, for a page without a script. */
    pageToast: fetcher.data ? null : (result?.toast ?? null),
    /** The payload of a test notification, as it was sent. */
    notificationBody: result?.notificationBody ?? null,
    isPending: fetcher.state !== 'idle',
    /** Props of one field: its id, its text and its error. */
    field: (field: string, saved = '') => {
      const typed = result?.result?.initialValue?.[field];
      const errors = errorsOf(field);
      return {
        id: `${name}-${field}`,
        errors,
        control: {
          id: `${name}-${field}`,
          name: field,
          defaultValue: typeof typed === 'string' ? typed : saved,
          ...(errors?.length && { 'aria-invalid': true as const }),
        },
      };
    },
  };
}
