import { Link, useNavigation } from '@remix-run/react';
import { Banner } from '#app/components/ui/banner.tsx';
import { Checkbox, CheckLabel } from '#app/components/ui/input/checkbox.tsx';
import { Button } from '#app/components/ui/input/button.tsx';
import { CodeBlock } from '#app/components/ui/code-block.tsx';
import { describedBy, Field } from '#app/components/ui/input/field.tsx';
import { RadioGroup } from '#app/components/ui/input/radio-group.tsx';
import { Select } from '#app/components/ui/input/select.tsx';
import { Textarea } from '#app/components/ui/input/textarea.tsx';
import { Disclosure } from '#app/components/ui/overlay/disclosure.tsx';
import type { ChannelFormResult } from '#app/http/settings/named-channel-form.server.ts';
import type { BodyTemplate } from '#domain/notifications/template/read-template.ts';
import { type BodyChoice, templateNames } from '#domain/notifications/template/template-form.ts';
import { TemplatePreviewBox } from './template-preview.tsx';
import { TemplateVariableList } from './template-variable-list.tsx';

interface TemplateFieldsProps {
  saved: BodyTemplate | null;
  /** Values of a form that came back, refused or previewed; null for a new page. */
  sent: Record<string, unknown> | null;
  preview: ChannelFormResult['preview'] | null;
  errorsOf: (name: string) => string[] | undefined;
  hasTemplates: boolean;
  /** The person's zone, for a new template. */
  zone: string;
}

const planLink = (
  <Link to="/dashboard/settings#subscription" className="underline underline-offset-3">
    Ultimate
  </Link>
);

/** Body of a webhook channel: the standard one or a template. Works without JavaScript. */
export function TemplateFields(props: TemplateFieldsProps) {
  const { saved, sent, errorsOf, hasTemplates } = props;
  if (!hasTemplates) return <WithoutTemplates saved={saved} />;
  const choice: BodyChoice = (sent ? sent[templateNames.choice] === 'own' : saved !== null)
    ? 'own'
    : 'standard';
  return (
    <div className="group/body grid min-w-0 gap-4 border-t border-border pt-4">
      <RadioGroup
        id="channel-body"
        name={templateNames.choice}
        label="Body"
        className="sm:grid-cols-2"
        defaultValue={choice}
        choices={[
          { value: 'standard', label: 'Standard', hint: 'JSON with type, timestamp and data.' },
          { value: 'own', label: 'Custom template', hint: 'Your JSON or text, with variables.' },
        ]}
        errors={errorsOf('template')}
      />
      <div className="hidden min-w-0 gap-4 group-has-[input[name=bodyChoice][value=own]:checked]/body:grid">
        <TemplateEditor {...props} />
      </div>
    </div>
  );
}

function TemplateEditor({ saved, sent, preview, errorsOf, zone }: TemplateFieldsProps) {
  const typed = (name: string) => {
    const value = sent?.[name];
    return typeof value === 'string' ? value : undefined;
  };
  const isPreviewing = useNavigation().formData?.has(templateNames.preview) ?? false;
  const errors = errorsOf(templateNames.body);
  const hint = 'Variables are written as {{job.name}}. The header content-type follows the format.';
  return (
    <>
      <Field id="channel-template-format" label="Format" errors={errorsOf(templateNames.format)}>
        <Select
          id="channel-template-format"
          name={templateNames.format}
          defaultValue={typed(templateNames.format) ?? saved?.format ?? 'json'}
        >
          <option value="json">JSON</option>
          <option value="text">Text</option>
        </Select>
      </Field>
      <Field id="channel-template" label="Template" hint={hint} errors={errors}>
        <Textarea
          id="channel-template"
          name={templateNames.body}
          isMono
          rows={12}
          wrap="off"
          className="overflow-x-auto"
          defaultValue={sent ? (typed(templateNames.body) ?? '') : (saved?.body ?? starter(zone))}
          autoCapitalize="off"
          autoComplete="off"
          aria-invalid={errors?.length ? true : undefined}
          aria-describedby={describedBy({ id: 'channel-template', hint, errors })}
        />
      </Field>
      <TemplateVariableList />
      <div className="flex flex-wrap items-center gap-2 max-sm:*:flex-1">
        <Button type="submit" name={templateNames.preview} value="on" isPending={isPreviewing}>
          Preview
        </Button>
      </div>
      <TemplatePreviewBox preview={preview} />
    </>
  );
}

/** A template to begin with, in the person's zone. */
const starter = (zone: string) => `{
  "title": "{{event.title}}",
  "text": "{{event.text}}",
  "status_code": {{run.status_code}},
  "scheduled_for": "{{run.scheduled_for | time: "${zone}", "yyyy-MM-dd HH:mm" | default: "none"}}",
  "url": "{{job.url}}"
}`;

function WithoutTemplates({ saved }: { saved: BodyTemplate | null }) {
  return (
    <div className="grid min-w-0 gap-3 border-t border-border pt-4">
      {saved === null ? (
        <p className="text-muted">
          The standard body is sent: JSON with type, timestamp and data. A custom body comes with {planLink}.
        </p>
      ) : (
        <>
          <Banner tone="warning">
            The standard body is sent, because your plan does not include custom bodies. Your template is kept
            for {planLink}.
          </Banner>
          <Disclosure summary="Saved template" className="min-w-0">
            <CodeBlock code={saved.body} label="Saved template" canCopy className="mt-2" />
          </Disclosure>
          <CheckLabel control={<Checkbox name={templateNames.choice} value="standard" />}>
            Remove the saved template
          </CheckLabel>
        </>
      )}
    </div>
  );
}
