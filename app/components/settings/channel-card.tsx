import { Link } from '@remix-run/react';
import { Send } from 'lucide-react';
import { FormErrors } from '#app/components/form/form-errors.tsx';
import { SentPayload } from '#app/components/job/form/sent-payload.tsx';
import { Banner } from '#app/components/ui/banner.tsx';
import { Card, CardBody, CardHead } from '#app/components/ui/card.tsx';
import { Button } from '#app/components/ui/input/button.tsx';
import { describedBy, Field } from '#app/components/ui/input/field.tsx';
import { Input } from '#app/components/ui/input/input.tsx';
import { Select } from '#app/components/ui/input/select.tsx';
import type { Settings } from '#app/presenters/settings/settings.server.ts';
import { useSettingsForm } from './use-settings-form.ts';

const typeHint =
  'For jobs without their own channel. Without a default, you get an email on the first failure, at most once per job per day.';
const urlHint = 'For Slack an incoming webhook, which begins with https://hooks.slack.com/.';
const onceTyped =
  'hidden group-has-[option[value=slack]:checked]/channel:grid group-has-[option[value=webhook]:checked]/channel:grid';

/** Default channel of jobs without their own (D37). */
export function ChannelCard({ channel }: { channel: Settings['channel'] }) {
  const { Form, props, formErrors, pageToast, notificationBody, isPending, field } = useSettingsForm({
    name: 'channel',
  });
  const type = field('notificationType', channel?.type ?? '');
  const url = field('notificationConfig', channel?.config ?? '');
  return (
    <Card id="notifications" aria-labelledby="notifications-head">
      <CardHead id="notifications-head" title="Default Notifications" />
      <CardBody>
        <RulesHint />
        <Form {...props} className="group/channel grid gap-4">
          <FormErrors id="channel-errors" errors={formErrors} />
          {pageToast ? (
            <Banner tone={pageToast.tone === 'error' ? 'danger' : 'info'}>{pageToast.message}</Banner>
          ) : null}
          <Field id={type.id} label="Notification Type" hint={typeHint}>
            <Select {...type.control} aria-describedby={describedBy({ id: type.id, hint: typeHint })}>
              <option value="">Email to you</option>
              <option value="slack">Slack</option>
              <option value="webhook">Webhook</option>
            </Select>
          </Field>
          <Field
            id={url.id}
            label="Notification URL"
            hint={urlHint}
            errors={url.errors}
            className={onceTyped}
          >
            <Input
              {...url.control}
              type="url"
              isMono
              maxLength={2048}
              autoComplete="off"
              placeholder="https://hooks.slack.com/services/T0/B0/x"
              aria-describedby={describedBy({ ...url, hint: urlHint })}
            />
          </Field>
          <div className="flex flex-wrap justify-end gap-2">
            <Button type="submit" name="intent" value="test" icon={Send} isPending={isPending}>
              Send Test Notification
            </Button>
            <Button type="submit" name="intent" value="save" isPending={isPending}>
              Save Channel
            </Button>
          </div>
          {notificationBody === null ? null : (
            <SentPayload body={notificationBody} isOpen={pageToast !== null} />
          )}
        </Form>
      </CardBody>
    </Card>
  );
}

function RulesHint() {
  return (
    <p className="mb-4 text-muted">
      To notify several channels, or others for the jobs with a tag, set{' '}
      <Link to="/dashboard/settings/rules" className="underline underline-offset-3">
        notification defaults
      </Link>
      : they take precedence over the channel below.
    </p>
  );
}
