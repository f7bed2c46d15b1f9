import { useActionData, useFetcher } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useKeptFields } from '#app/components/form/kept-fields.ts';
import { useFocusFirstError } from '#app/components/form/use-focus-first-error.ts';
import { useToast } from '#app/components/ui/overlay/toast.tsx';
import type { SettingsResult, SettingsFormName } from '#app/http/settings/settings-action.server.ts';

/**
 * A form of the settings page: sent in the background with JavaScript, otherwise with the page, which then
 * shows the typed text again.
 * @param isCleared empties the form after a save
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
    /** Props of the form element. */
    props: {
      ref: form,
      method: 'post',
      action,
      noValidate: true,
    } as const,
    /** Errors of the whole form. */
    formErrors: errorsOf(''),
    /** Toast for a page without JavaScript. */
    pageToast: fetcher.data ? null : (result?.toast ?? null),
    /** Payload of a test notification as it was sent. */
    notificationBody: result?.notificationBody ?? null,
    isPending: fetcher.state !== 'idle',
    /** Props of one field: its id, text and error. */
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
