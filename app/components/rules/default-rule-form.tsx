import { Form, useNavigation } from '@remix-run/react';
import { useRef } from 'react';
import { useFocusFirstError } from '#app/components/form/use-focus-first-error.ts';
import { EventFields } from '#app/components/rules/event-fields.tsx';
import { Card, CardBody, CardHead } from '#app/components/ui/card.tsx';
import { Button, ButtonLink } from '#app/components/ui/input/button.tsx';
import { describedBy, Field } from '#app/components/ui/input/field.tsx';
import { Input } from '#app/components/ui/input/input.tsx';
import { Select } from '#app/components/ui/input/select.tsx';
import type { DefaultRuleForm } from '#app/presenters/settings/default-rules.ts';
import { longestTag } from '#domain/job/tags.ts';

interface DefaultRuleFieldsProps {
  values: DefaultRuleForm;
  /** Errors of a refused form, by field. */
  errors: Record<string, string[]> | null;
  channels: readonly string[];
  /** Offered; others can be typed. */
  tags: readonly string[];
}

const onceTagged = 'hidden group-has-[option[value=tag]:checked]/default:grid';
const names = { events: 'events', after: 'after' };

/** Adds a default, or changes the one that the page was opened with. */
export function DefaultRuleFields({ values, errors: found, channels, tags }: DefaultRuleFieldsProps) {
  const form = useRef<HTMLFormElement>(null);
  const isNew = values.wasChannel === '';
  const errors = found ?? {};
  useFocusFirstError({ form, result: found });
  return (
    <Form
      ref={form}
      id="default"
      method="post"
      noValidate
      aria-label={isNew ? 'Add Default' : 'Change Default'}
    >
      <Card as="div">
        <CardHead title={isNew ? 'Add Default' : 'Change Default'} />
        <CardBody className="group/default grid max-w-form gap-4">
          <input type="hidden" name="act" value="save" />
          <input type="hidden" name="wasTag" value={values.wasTag} />
          <input type="hidden" name="wasChannel" value={values.wasChannel} />
          <Field id="default-scope" label="Jobs">
            <Select id="default-scope" name="scope" defaultValue={values.scope}>
              <option value="all">All jobs</option>
              <option value="tag">Jobs with a tag</option>
            </Select>
          </Field>
          <TagName value={values.tag} errors={errors['tag']} tags={tags} />
          <Field id="default-channel" label="Channel" errors={errors['channel']}>
            <Select
              id="default-channel"
              name="channel"
              defaultValue={values.channel}
              aria-invalid={errors['channel'] ? true : undefined}
              aria-describedby={describedBy({ id: 'default-channel', errors: errors['channel'] })}
            >
              <option value="">Choose a channel</option>
              {channels.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          <EventFields
            id="default"
            names={names}
            events={values.events}
            after={values.after}
            errors={{ events: errors['events'], after: errors['after'] }}
          />
          <div className="flex flex-wrap gap-2">
            <SaveButton />
            {isNew ? null : <ButtonLink to="/dashboard/settings/rules">Cancel</ButtonLink>}
          </div>
        </CardBody>
      </Card>
    </Form>
  );
}

function SaveButton() {
  const isPending = useNavigation().formData?.get('act') === 'save';
  return (
    <Button type="submit" variant="primary" isPending={isPending}>
      Save Default
    </Button>
  );
}

function TagName({
  value,
  errors,
  tags,
}: {
  value: string;
  errors: string[] | undefined;
  tags: readonly string[];
}) {
  return (
    <Field id="default-tag" label="Tag" errors={errors} className={onceTagged}>
      <Input
        id="default-tag"
        name="tag"
        defaultValue={value}
        maxLength={longestTag}
        autoComplete="off"
        list="default-tags"
        aria-invalid={errors ? true : undefined}
        aria-describedby={describedBy({ id: 'default-tag', errors })}
      />
      <datalist id="default-tags">
        {tags.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </Field>
  );
}
