import { Form, useActionData, useNavigation } from '@remix-run/react';
import { useRef } from 'react';
import { FormErrors } from '#app/components/form/form-errors.tsx';
import { useFocusFirstError } from '#app/components/form/use-focus-first-error.ts';
import { QuietHoursFields } from '#app/components/settings/quiet-hours-fields.tsx';
import { Banner } from '#app/components/ui/banner.tsx';
import { Card, CardBody, CardHead } from '#app/components/ui/card.tsx';
import { Button, ButtonLink } from '#app/components/ui/input/button.tsx';
import { describedBy, Field } from '#app/components/ui/input/field.tsx';
import { Input } from '#app/components/ui/input/input.tsx';
import type { ChannelFormResult } from '#app/http/settings/named-channel-form.server.ts';
import type { ZoneChoices } from '#app/presenters/job-form/zone-choices.ts';
import { channelForms } from '#domain/notifications/channel-fields.ts';
import { channelKindNames } from '#domain/notifications/channel-kind-names.ts';
import type { ChannelKind } from '#domain/notifications/channel-kinds.ts';
import type { ChannelSettings } from '#domain/notifications/channel-settings.ts';
import type { BodyTemplate } from '#domain/notifications/template/read-template.ts';
import { templateNames } from '#domain/notifications/template/template-form.ts';
import { quietNames } from '#domain/notifications/quiet-hours-form.ts';
import type { QuietHours } from '#domain/notifications/quiet-hours.ts';
import { kindOfUrl } from '#domain/notifications/provider-urls.ts';
import { weekdays } from '#domain/schedule/week-hours.ts';
import { SettingField } from './setting-field.tsx';
import { TemplateFields } from './template-fields.tsx';

interface ChannelEditorProps {
  kind: ChannelKind;
  /** Settings of a saved channel, with its secrets masked. */
  saved?:
    | {
        name: string;
        settings: ChannelSettings;
        quietHours: QuietHours | null;
        template: BodyTemplate | null;
      }
    | undefined;
  /** The plan has bodies of one's own. */
  hasTemplates: boolean;
  zones: ZoneChoices;
  /** The person's zone. */
  zone: string;
  /** Another kind that the saved URL belongs to. */
  suggestedKind?: ChannelKind | null;
}

const nameHint = '1 to 50 characters, such as #ops. Jobs and the API refer to the channel by this name.';

/** Form of a channel with the fields of its kind. Works without JavaScript. */
export function ChannelEditor({
  kind,
  saved,
  hasTemplates,
  zones,
  zone,
  suggestedKind = null,
}: ChannelEditorProps) {
  const form = useRef<HTMLFormElement>(null);
  const { result, preview } = useActionData<ChannelFormResult>() ?? {};
  const { formMethod, formData } = useNavigation();
  const isPending = formMethod === 'POST' && !formData?.has(templateNames.preview);
  useFocusFirstError({ form, result });
  const typed = (name: string) => {
    const value = result?.initialValue?.[name];
    return typeof value === 'string' ? value : undefined;
  };
  const errorsOf = (name: string) => result?.error?.[name] ?? undefined;
  const found = kindOfUrl(typed('url') ?? '');
  const suggested = found !== null && found !== kind ? found : result ? null : suggestedKind;
  const { setupUrl } = channelForms[kind];
  return (
    <Card aria-labelledby="channel-form-head">
      <CardHead id="channel-form-head" title={channelKindNames[kind]} />
      <CardBody>
        <Form
          ref={form}
          method="post"
          action={saved ? '?act=save' : `?kind=${kind}`}
          noValidate
          className="grid gap-4"
        >
          {/* The first button is the one that Enter presses. */}
          <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
            Save
          </button>
          <input type="hidden" name="kind" value={kind} />
          <FormErrors id="channel-errors" errors={errorsOf('')} />
          {setupUrl === null ? null : <SetupLink kind={kind} url={setupUrl} />}
          <NameField value={typed('name') ?? saved?.name ?? ''} errors={errorsOf('name')} />
          <KindFields
            {...{ kind, saved, hasTemplates, zones, zone, typed, errorsOf }}
            sent={result?.initialValue ?? null}
            isSent={Boolean(result)}
            preview={preview ?? null}
          />
          {suggested === null ? null : <SuggestedKind kind={suggested} isSaved={Boolean(saved)} />}
          <div className="flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
            {saved ? null : <ButtonLink to="/dashboard/settings/channels/new">Other Kinds</ButtonLink>}
            <Button type="submit" variant="primary" isPending={isPending}>
              {saved ? 'Save Channel' : 'Add Channel'}
            </Button>
          </div>
        </Form>
      </CardBody>
    </Card>
  );
}

type KindFieldsProps = Pick<ChannelEditorProps, 'kind' | 'saved' | 'hasTemplates' | 'zones' | 'zone'> & {
  typed: (name: string) => string | undefined;
  errorsOf: (name: string) => string[] | undefined;
  /** Values of a refused or previewed form. */
  sent: Record<string, unknown> | null;
  isSent: boolean;
  preview: ChannelFormResult['preview'] | null;
};

/** The settings of a kind, its quiet hours and its body, where it has them. */
function KindFields({
  kind,
  saved,
  hasTemplates,
  zones,
  zone,
  typed,
  errorsOf,
  sent,
  isSent,
  preview,
}: KindFieldsProps) {
  return (
    <>
      {channelForms[kind].fields.map((field) => (
        <SettingField
          key={field.name}
          field={field}
          typed={typed(field.name)}
          saved={saved?.settings[field.name]}
          errors={errorsOf(field.name)}
        />
      ))}
      {kind === 'pagerduty' ? null : (
        <QuietHoursFields
          initial={isSent ? typedQuietHours(sent) : (saved?.quietHours ?? null)}
          errorsOf={errorsOf}
          zones={zones}
          zone={zone}
        />
      )}
      {kind === 'webhook' ? (
        <TemplateFields
          saved={saved?.template ?? null}
          {...{ sent, preview: preview ?? null, errorsOf, hasTemplates, zone }}
        />
      ) : null}
    </>
  );
}

/** Quiet hours as a refused form sent them; null if they are switched off. */
function typedQuietHours(sent: Record<string, unknown> | null | undefined): Partial<QuietHours> | null {
  if (!sent?.[quietNames.isQuiet]) return null;
  const textOf = (name: string) => (typeof sent[name] === 'string' ? sent[name] : '');
  const days = sent[quietNames.weekdays];
  return {
    weekdays: weekdays.filter((day) => (Array.isArray(days) ? days.includes(day) : days === day)),
    ...{
      from: textOf(quietNames.from),
      until: textOf(quietNames.until),
      timeZone: textOf(quietNames.timeZone),
    },
  };
}

function SetupLink({ kind, url }: { kind: ChannelKind; url: string }) {
  return (
    <p className="text-muted">
      <a href={url} target="_blank" rel="noreferrer" className="underline underline-offset-3">
        {channelKindNames[kind]} has setup instructions<span className="sr-only"> (opens in a new tab)</span>
      </a>
      .
    </p>
  );
}

/**
 * The button sends the form as another kind, with the URL as it was typed. A kind with other fields has its own form.
 */
function SuggestedKind({ kind, isSaved }: { kind: ChannelKind; isSaved: boolean }) {
  const name = channelKindNames[kind];
  const hasOnlyUrl = channelForms[kind].fields.every((field) => field.name === 'url');
  return (
    <Banner
      tone="info"
      action={
        hasOnlyUrl ? (
          <Button type="submit" name="asKind" value={kind} size="sm">
            {isSaved ? `Change to ${name}` : `Add as ${name}`}
          </Button>
        ) : (
          <ButtonLink to={`/dashboard/settings/channels/new?kind=${kind}`} size="sm">
            Add {name}
          </ButtonLink>
        )
      }
    >
      This is a URL of {name}.
    </Banner>
  );
}

function NameField({ value, errors }: { value: string; errors: string[] | undefined }) {
  const id = 'channel-name';
  return (
    <Field id={id} label="Name" hint={nameHint} errors={errors}>
      <Input
        id={id}
        name="name"
        defaultValue={value}
        maxLength={100}
        autoComplete="off"
        placeholder="#ops"
        aria-invalid={errors?.length ? true : undefined}
        aria-describedby={describedBy({ id, hint: nameHint, errors })}
      />
    </Field>
  );
}
