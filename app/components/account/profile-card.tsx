import { FormErrors } from '#app/components/form/form-errors.tsx';
import { Avatar } from '#app/components/frame/avatar.tsx';
import { useSettingsForm } from '#app/components/settings/use-settings-form.ts';
import { Card, CardBody, CardHead } from '#app/components/ui/card.tsx';
import { Button } from '#app/components/ui/input/button.tsx';
import { describedBy, Field } from '#app/components/ui/input/field.tsx';
import { Input } from '#app/components/ui/input/input.tsx';

export interface ProfileCardProps {
  email: string;
  firstName: string | null;
  lastName: string | null;
  /** User name from the identity provider. */
  username: string | null;
  pictureUrl: string | null;
}

const emailHint = 'Email cannot be changed';

/** The signed-in user. The identity provider supplies address, picture and user name; the names are editable. */
export function ProfileCard({ email, firstName, lastName, username, pictureUrl }: ProfileCardProps) {
  const { Form, props, formErrors, isPending, field } = useSettingsForm({ name: 'profile' });
  const first = field('firstName', firstName ?? '');
  const last = field('lastName', lastName ?? '');
  return (
    <Card id="profile" aria-labelledby="profile-head">
      <CardHead id="profile-head" title="Profile Information" />
      <CardBody>
        <Form {...props} className="grid gap-4">
          <FormErrors id="profile-errors" errors={formErrors} />
          <div className="flex min-w-0 items-center gap-3">
            <Avatar src={pictureUrl} size="lg" />
            <div className="min-w-0">
              <p className="truncate font-medium">{username ?? email}</p>
              <p className="text-xs text-muted">Picture and user name come from your sign-in.</p>
            </div>
          </div>
          <Field id="profile-email" label="Email" hint={emailHint}>
            <Input
              id="profile-email"
              type="email"
              value={email}
              readOnly
              aria-describedby={describedBy({ id: 'profile-email', hint: emailHint })}
            />
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field id={first.id} label="First Name" errors={first.errors}>
              <Input
                {...first.control}
                maxLength={100}
                autoComplete="given-name"
                aria-describedby={describedBy(first)}
              />
            </Field>
            <Field id={last.id} label="Last Name" errors={last.errors}>
              <Input
                {...last.control}
                maxLength={100}
                autoComplete="family-name"
                aria-describedby={describedBy(last)}
              />
            </Field>
          </div>
          <div className="flex justify-end">
            <Button type="submit" isPending={isPending} className="max-sm:w-full">
              Save Changes
            </Button>
          </div>
        </Form>
      </CardBody>
    </Card>
  );
}
