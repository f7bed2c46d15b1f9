import { Form } from '@remix-run/react';
import type { LucideIcon } from 'lucide-react';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { forgetToken } from '#app/components/frame/stored-token.ts';
import { Button, type ButtonProps } from '#app/components/ui/input/button.tsx';
import { useKeptFetcher, useNewResult } from '#app/components/ui/kept-fetchers.tsx';
import { ConfirmDialog } from '#app/components/ui/overlay/confirm-dialog.tsx';
import type { FlashToast } from '#app/components/ui/overlay/toast-list.ts';
import { questions, type SettingsQuestion, type SettingsAct } from '#app/content/settings-questions.ts';

interface ActButtonProps {
  act: SettingsAct;
  /** Subject of the act, such as `id`; `label` is its name in the question. */
  fields?: Record<string, string>;
  icon?: LucideIcon | undefined;
  variant?: ButtonProps['variant'];
  size?: ButtonProps['size'];
  className?: string | undefined;
  /** Why it cannot be done now. */
  disabledReason?: string | undefined;
  /** Told once it is done. */
  onDone?: (() => void) | undefined;
  /** The page is left: the browser loads anew, without the product token. */
  isLeaving?: boolean;
  /** Accessible name where the word alone is ambiguous: "Revoke Deployments". */
  label?: string | undefined;
  /** A fact of this account after the text of the question. */
  hint?: string | undefined;
  children: string;
}

/** Does one thing to the account. Asks first where that cannot be undone: in a dialog, without a script on a page. */
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

/** The form that the answer to the question sends. */
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
    <Form id={id} method="post" action={action} reloadDocument onSubmit={forgetToken} hidden>
      {confirmed}
    </Form>
  ) : (
    <fetcher.Form id={id} method="post" action={action} hidden>
      {confirmed}
    </fetcher.Form>
  );
}

/** Sends an act in the background and says or goes where it leads to. */
function useAct({
  act,
  fields,
  onDone,
  onResult,
}: Pick<ActButtonProps, 'act' | 'onDone'> & { fields: Record<string, string>; onResult: () => void }) {
  const key = `settings-${act}-${fields['id'] ?? fields['name'] ?? fields['tier'] ?? ''}`;
  const fetcher = useKeptFetcher<{ toast?: FlashToast; leadTo?: string }>({ key });
  useNewResult(fetcher.data, ({ toast, leadTo }) => {
    // By the script: no form of ours may be redirected to another origin.
    if (leadTo) window.location.assign(leadTo);
    if (!toast) return;
    onResult();
    if (toast.tone === 'success') onDone?.();
  });
  return { fetcher, isPending: fetcher.state !== 'idle' };
}
