import { getInputProps, type FieldMetadata } from '@conform-to/react';
import { useState } from 'react';
import { SelectField } from '#app/components/form/bound-field.tsx';
import {
  type DraftNotificationProps,
  DraftNotificationButton,
} from '#app/components/job/form/draft-notification-button.tsx';
import { Checkbox, CheckLabel } from '#app/components/ui/input/checkbox.tsx';
import { Field } from '#app/components/ui/input/field.tsx';
import { Input } from '#app/components/ui/input/input.tsx';
import { notificationChoices } from '#app/presenters/job-form/read-job-form.ts';

type NotificationFieldset = Record<
  'notifyFrequency' | 'notificationType' | 'notificationConfig',
  FieldMetadata<string>
>;

const unlessNever = 'grid gap-4 group-has-[option[value=never]:checked]/notify:hidden';
const onceTyped =
  'hidden gap-4 group-has-[option[value=slack]:checked]/notify:grid group-has-[option[value=webhook]:checked]/notify:grid';
const onFailure = 'hidden gap-3 group-has-[option[value$=failure]:checked]/notify:grid';

/** When and where to notify: the type is hidden for "never", the URL until a type is chosen. */
export function NotificationFields({
  fields,
  notification,
}: {
  fields: NotificationFieldset;
  notification: DraftNotificationProps;
}) {
  const { notificationConfig: config } = fields;
  const [choices] = useState(() => notificationChoices(config.initialValue ?? ''));
  const {
    key,
    defaultValue: _,
    ...url
  } = getInputProps(config, { type: 'url', ariaDescribedBy: config.descriptionId });
  return (
    <div className="group/notify grid gap-4">
      <SelectField field={fields.notifyFrequency} label="Notify">
        <option value="never">Never</option>
        <option value="always">Always</option>
        <option value="on_failure">On failure</option>
        <option value="on_success">On success</option>
      </SelectField>
      <div className={unlessNever}>
        <SelectField
          field={fields.notificationType}
          label="Notification Type"
          hint="Uses your account's default channel. If none is set, you get an email on the first failure (at most one a day)."
        >
          <option value="">Account default</option>
          <option value="slack">Slack</option>
          <option value="webhook">Webhook</option>
        </SelectField>
        <div className={onceTyped}>
          <Field
            id={config.id}
            label="Notification URL"
            hint="For Slack an incoming webhook, which begins with https://hooks.slack.com/; for Discord its address with /slack."
            errors={config.errors}
          >
            <Input
              key={key}
              {...url}
              isMono
              maxLength={2048}
              autoComplete="off"
              defaultValue={choices.url}
              placeholder="https://hooks.slack.com/services/T0/B0/x"
            />
          </Field>
          <FailureFields choices={choices} />
        </div>
        <DraftNotificationButton {...notification} />
      </div>
    </div>
  );
}

/** Failures in a row before a notification, and whether to notify of each further failure and of the recovery. */
function FailureFields({ choices }: { choices: ReturnType<typeof notificationChoices> }) {
  return (
    <div className={onFailure}>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <label htmlFor="job-notifyAfter">Notify after</label>
        <Input
          id="job-notifyAfter"
          name="notifyAfter"
          type="number"
          inputMode="numeric"
          min={1}
          max={1000}
          defaultValue={choices.after}
          className="w-20"
        />
        <label htmlFor="job-notifyAfter">consecutive failures</label>
      </p>
      <CheckLabel
        control={<Checkbox name="notifyEvery" defaultChecked={choices.every} />}
        hint="Otherwise on the 1st, 10th and 100th, then daily."
      >
        Notify on every failure
      </CheckLabel>
      <CheckLabel control={<Checkbox name="notifyRecovery" defaultChecked={choices.recovery} />}>
        Notify on recovery
      </CheckLabel>
    </div>
  );
}
