import { Form } from '@remix-run/react';
import type { LucideIcon } from 'lucide-react';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { leaveSession } from '#app/components/frame/leave-session.ts';
import { Button, type ButtonProps } from '#app/components/ui/input/button.tsx';
import { useKeptFetcher, useNewResult } from '#app/components/ui/kept-fetchers.tsx';
import { ConfirmDialog } from '#app/components/ui/overlay/confirm-dialog.tsx';
import type { FlashToast } from '#app/components/ui/overlay/toast-list.ts';
import { questions, type SettingsQuestion, type SettingsAct } from '#app/content/settings-questions.ts';

interface ActButtonProps {
  act: SettingsAct;
  /** Subject of the action, such as `id`; `label` is its name in the question. */
  fields?: Record<string, string>;
  icon?: LucideIcon | undefined;
  variant?: ButtonProps['variant'];
  size?: ButtonProps['size'];
  className?: string | undefined;
  /** Reason why the action is disabled. */
  disabledReason?: string | undefined;
  /** Called after success. */
  onDone?: (() => void) | undefined;
  /** The action ends the session: the browser loads a document, without the product token. */
  isLeaving?: boolean;
  /** Accessible name if the button's text is ambiguous: "Revoke Deployments". */
  label?: string | undefined;
  /** A fact about this account, after the text of the question. */
  hint?: string | undefined;
  children: string;
}

/**
 * Button for an account action. Asks first if the action cannot be undone: in a dialog, or as a page without
 * JavaScript.
 */
export function ActButton({
  act,
  fields = {},
  onDone,
  isLeaving,
  label,
  hint,
  children,
  ...buttonProps
}: ActButtonProps) {
  const question: SettingsQuestion | null = questions[act];
  const [isOpen, setOpen] = useState(false);
  const confirmId = useId();
  const { fetcher, isPending } = useAct({ act, fields, onDone, onResult: () => setOpen(false) });
  const action = `/dashboard/settings/${act}`;
  const given = Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
  const button = (
    <Button type="submit" isPending={isPending && !question} aria-label={label} {...buttonProps}>
      {children}
    </Button>
  );
  if (!question)
    return (
      <fetcher.Form method="post" action={action} className="flex">
        {given}
        {button}
      </fetcher.Form>
    );
  const ask = (event: FormEvent) => {
    event.preventDefault();
    setOpen(true);
  };
  return (
    <>
      <Form method="post" action={action} onSubmit={ask} className="flex">
        {given}
        {button}
      </Form>
      <ConfirmedForm id={confirmId} action={action} fetcher={fetcher} isLeaving={isLeaving}>
        {given}
      </ConfirmedForm>
      <ConfirmDialog
        isOpen={isOpen}
        onCancel={() => setOpen(false)}
        title={question.title(fields['label'] ?? '')}
        confirmLabel={question.confirmLabel}
        cancelLabel={question.cancelLabel}
        isDangerous={!question.isHarmless}
        form={confirmId}
        isPending={isPending}
      >
        {hint ? `${question.text} ${hint}` : question.text}
      </ConfirmDialog>
    </>
  );
}

/** Form that the confirmed question sends. */
function ConfirmedForm({
  id,
  action,
  fetcher,
  isLeaving,
  children,
}: {
  id: string;
  action: string;
  fetcher: ReturnType<typeof useAct>['fetcher'];
  isLeaving: boolean | undefined;
  children: ReactNode;
}) {
  const confirmed = (
    <>
      {children}
      <input type="hidden" name="confirm" value="yes" />
    </>
  );
  return isLeaving ? (
    <Form id={id} method="post" action={action} reloadDocument onSubmit={leaveSession} hidden>
      {confirmed}
    </Form>
  ) : (
    <fetcher.Form id={id} method="post" action={action} hidden>
      {confirmed}
    </fetcher.Form>
  );
}

/** Sends an action in the background, then shows its toast or follows its redirect. */
function useAct({
  act,
  fields,
  onDone,
  onResult,
}: Pick<ActButtonProps, 'act' | 'onDone'> & { fields: Record<string, string>; onResult: () => void }) {
  const key = `settings-${act}-${fields['delivery'] ?? fields['id'] ?? fields['name'] ?? fields['tier'] ?? ''}`;
  const fetcher = useKeptFetcher<{ toast?: FlashToast; leadTo?: string }>({ key });
  useNewResult(fetcher.data, ({ toast, leadTo }) => {
    // By script: our Content-Security-Policy blocks form redirects to another origin.
    if (leadTo) window.location.assign(leadTo);
    if (!toast) return;
    onResult();
    if (toast.tone === 'success') onDone?.();
  });
  return { fetcher, isPending: fetcher.state !== 'idle' };
}
