import { Form, useActionData, useNavigation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { FormErrors } from '#app/components/form/form-errors.tsx';
import { useFocusFirstError } from '#app/components/form/use-focus-first-error.ts';
import { useDownload } from '#app/components/transfer/use-download.ts';
import { Card, CardBody } from '#app/components/ui/card.tsx';
import { Button, ButtonLink } from '#app/components/ui/input/button.tsx';
import { describedBy, Field } from '#app/components/ui/input/field.tsx';
import { Input } from '#app/components/ui/input/input.tsx';
import { useToast } from '#app/components/ui/overlay/toast.tsx';
import { plural } from '#app/format/time-format.ts';
import type { FormResult } from '#app/http/forms/form-action.server.ts';

interface DeleteAccountFormProps {
  /** Text the user must type. */
  phrase: string;
  /** True if the sign-in is recent enough. */
  isConfirmed: boolean;
  /** Number of jobs in any status. */
  jobs: number;
  /** True if the account pays for a plan, or will after a trial. */
  isSubscribed: boolean;
  /** True if Cancel and Refund is offered. */
  isRefundable: boolean;
}

/** Consequences and confirmation; after an old sign-in, signs in again first. */
export function DeleteAccountForm(account: DeleteAccountFormProps) {
  const { phrase, isConfirmed, jobs, isSubscribed, isRefundable } = account;
  const { onLink } = useDownload();
  return (
    <Card className="max-w-form">
      <CardBody className="grid gap-4">
        <div className="grid max-w-prose gap-2 text-pretty">
          <p>
            This stops {jobs === 0 ? 'your jobs' : `your ${plural(jobs, 'job')}`} at once and permanently
            deletes them with all their history, your keys, secrets and sessions. This action cannot be
            undone.
          </p>
          {isSubscribed || isRefundable ? (
            <p>
              {isSubscribed ? 'Your subscription ends at once. ' : null}No refund is given
              {isRefundable ? '; if you want one, choose Cancel and Refund on the Settings page first' : null}
              .
            </p>
          ) : null}
          <p>
            You can{' '}
            <a href="/dashboard/settings/export.json" onClick={onLink}>
              export everything
            </a>{' '}
            first. Signing in again creates a new, empty account.
          </p>
        </div>
        {isConfirmed ? <Question phrase={phrase} /> : <SignInAgain />}
      </CardBody>
    </Card>
  );
}

/**
 * A link, because the response redirects to another origin and our Content-Security-Policy blocks forms that
 * lead there.
 */
function SignInAgain() {
  return (
    <>
      <p className="max-w-prose">You signed in more than 30 minutes ago. Sign in again to continue.</p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to="/dashboard/settings">Cancel</ButtonLink>
        <ButtonLink to="/auth/confirm?redirectTo=/dashboard/settings/delete" variant="primary" reloadDocument>
          Sign In Again
        </ButtonLink>
      </div>
    </>
  );
}

function Question({ phrase }: { phrase: string }) {
  const result = useActionData<FormResult>();
  const form = useRef<HTMLFormElement>(null);
  const showToast = useToast();
  useFocusFirstError({ form, result: result?.result });
  useEffect(() => {
    if (result?.toast) showToast(result.toast);
  }, [result, showToast]);
  const isPending = useNavigation().state !== 'idle';
  const errors = result?.result?.error?.['typed'] ?? undefined;
  const typed = result?.result?.initialValue?.['typed'];
  return (
    <Form ref={form} method="post" noValidate className="grid gap-4">
      <FormErrors id="delete-errors" errors={result?.result?.error?.[''] ?? undefined} />
      <Field
        id="delete-typed"
        label={
          <span className="wrap-anywhere">
            Type <b>{phrase}</b> to confirm
          </span>
        }
        errors={errors}
      >
        <Input
          id="delete-typed"
          name="typed"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          defaultValue={typeof typed === 'string' ? typed : ''}
          aria-invalid={errors ? true : undefined}
          aria-describedby={describedBy({ id: 'delete-typed', errors })}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to="/dashboard/settings">Cancel</ButtonLink>
        <Button type="submit" variant="solid-danger" isPending={isPending}>
          Delete Account
        </Button>
      </div>
    </Form>
  );
}
