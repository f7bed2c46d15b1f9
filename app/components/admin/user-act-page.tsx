import { Form, useNavigation } from '@remix-run/react';
import { useRef } from 'react';
import { FormErrors } from '#app/components/form/form-errors.tsx';
import { useKeptFields } from '#app/components/form/kept-fields.ts';
import { Card, CardBody } from '#app/components/ui/card.tsx';
import { Button, ButtonLink } from '#app/components/ui/input/button.tsx';
import { describedBy, Field } from '#app/components/ui/input/field.tsx';
import { Input } from '#app/components/ui/input/input.tsx';
import { PageHead } from '#app/components/ui/page-head.tsx';
import { userActOf, type UserActName } from '#app/content/user-acts.ts';
import type { FormResult } from '#app/http/forms/form-action.server.ts';

interface UserActPageProps {
  act: UserActName;
  userId: number;
  who: string;
  /** The admin's sign-in is too old for this action and must be confirmed first. */
  isTooOld: boolean;
  result: FormResult | undefined;
}

const reasonHint = 'For admins: the security log keeps it.';

/** Confirmation of an admin action as a page, the same with and without JavaScript. */
export function UserActPage({ act, userId, who, isTooOld, result }: UserActPageProps) {
  const { title, text, confirmLabel, isHarmless, hasReason } = userActOf(act);
  const back = `/admin/users/${userId}`;
  const isPending = useNavigation().state === 'submitting';
  const form = useRef<HTMLFormElement>(null);
  useKeptFields({ form, action: `${back}/${act}`, result });
  return (
    <>
      <PageHead title={title(who)} back={{ to: back, label: who }} />
      <Card className="max-w-form">
        <CardBody>
          <p className="mb-5 max-w-prose">{text}</p>
          {isTooOld ? (
            <>
              <p className="mb-5 max-w-prose">
                Sign in again to change a role: the last sign-in is more than 30 minutes ago.
              </p>
              <div className="flex flex-wrap gap-2">
                <ButtonLink to={back}>Cancel</ButtonLink>
                {/* A link: the identity provider is another origin, and our Content-Security-Policy blocks
                    forms to it. */}
                <ButtonLink
                  to={`/auth/confirm?redirectTo=${encodeURIComponent(`${back}/${act}`)}`}
                  reloadDocument
                  variant="primary"
                >
                  Sign In Again
                </ButtonLink>
              </div>
            </>
          ) : (
            <Form ref={form} method="post" noValidate className="grid gap-4">
              <FormErrors id="act-errors" errors={result?.result?.error?.[''] ?? undefined} />
              {hasReason ? <ReasonField result={result} /> : null}
              <div className="flex flex-wrap gap-2">
                <ButtonLink to={back}>Cancel</ButtonLink>
                <Button type="submit" variant={isHarmless ? 'primary' : 'solid-danger'} isPending={isPending}>
                  {confirmLabel}
                </Button>
              </div>
            </Form>
          )}
        </CardBody>
      </Card>
    </>
  );
}

function ReasonField({ result }: Pick<UserActPageProps, 'result'>) {
  const errors = result?.result?.error?.['reason'] ?? undefined;
  const typed = result?.result?.initialValue?.['reason'];
  const field = { id: 'reason', hint: reasonHint, ...(errors && { errors }) };
  return (
    <Field {...field} label="Reason">
      <Input
        id="reason"
        name="reason"
        maxLength={200}
        defaultValue={typeof typed === 'string' ? typed : ''}
        aria-invalid={errors ? true : undefined}
        aria-describedby={describedBy(field)}
      />
    </Field>
  );
}
