import { FormErrors } from '#app/components/form/form-errors.tsx';
import { Banner } from '#app/components/ui/banner.tsx';
import { Card, CardBody, CardHead } from '#app/components/ui/card.tsx';
import { Button } from '#app/components/ui/input/button.tsx';
import { Switch } from '#app/components/ui/input/switch.tsx';
import type { Settings } from '#app/presenters/settings/settings.server.ts';
import { type OptionalMailKind, optionalMails } from '#domain/notifications/account-mail.ts';
import { useSettingsForm } from './use-settings-form.ts';

const kinds = Object.keys(optionalMails) as OptionalMailKind[];

/** Choices about optional account emails. */
export function MailCard({ address, choices, obstacle }: Settings['mail']) {
  const { Form, props, formErrors, isPending } = useSettingsForm({ name: 'mail' });
  return (
    <Card id="mail" aria-labelledby="mail-head">
      <CardHead id="mail-head" title="Mail" />
      <CardBody>
        <Form {...props} className="grid gap-4">
          <FormErrors id="mail-errors" errors={formErrors} />
          {obstacle ? <Banner tone="info">{obstacle}</Banner> : null}
          <p className="text-xs wrap-anywhere text-muted">
            To {address}. Mails about your subscription always come; each of these has a link that stops it.
          </p>
          {kinds.map((kind) => (
            <div key={kind} className="grid justify-items-start gap-1">
              <Switch name={kind} defaultChecked={choices[kind]} aria-describedby={`mail-${kind}-hint`}>
                {optionalMails[kind].name}
              </Switch>
              <p id={`mail-${kind}-hint`} className="text-xs text-pretty text-muted">
                {optionalMails[kind].hint}
              </p>
            </div>
          ))}
          <div className="flex justify-end">
            <Button type="submit" isPending={isPending} className="max-sm:w-full">
              Save Mail
            </Button>
          </div>
        </Form>
      </CardBody>
    </Card>
  );
}
