import type { FieldMetadata } from '@conform-to/react';
import type { ReactNode } from 'react';
import { CriterionFields } from '#app/components/job/form/criterion-fields.tsx';
import type { DraftNotificationProps } from '#app/components/job/form/draft-notification-button.tsx';
import { NotificationFields } from '#app/components/job/form/notification-fields.tsx';
import { RequestFields } from '#app/components/job/form/request-fields.tsx';
import { RuleFields } from '#app/components/job/form/rule-fields.tsx';
import { RunRulesFields } from '#app/components/job/form/run-rules-fields.tsx';
import { StatusFields } from '#app/components/job/form/status-fields.tsx';
import { NameFields, TargetFields } from '#app/components/job/form/target-fields.tsx';
import { TimeoutFields } from '#app/components/job/form/timeout-fields.tsx';
import { WatchFields } from '#app/components/job/form/watch-fields.tsx';
import { ScheduleFields } from '#app/components/job/schedule/schedule-fields.tsx';
import { ScheduleSentence } from '#app/components/job/schedule/schedule-preview.tsx';
import { Card, CardBody } from '#app/components/ui/card.tsx';
import { Button } from '#app/components/ui/input/button.tsx';
import { Tabs } from '#app/components/ui/input/tabs.tsx';
import type { FormChoices } from '#app/presenters/job-form/form-choices.ts';
import { formSections, type SectionName } from '#app/presenters/job-form/form-sections.ts';
import type { JobFormValues } from '#app/presenters/job-form/job-form.ts';
import type { SchedulePreview } from '#app/presenters/job-form/schedule-preview.ts';

export interface SectionsProps {
  fields: Record<keyof JobFormValues, FieldMetadata<string>>;
  choices: FormChoices;
  preview: SchedulePreview;
  takesBrowserZone: boolean;
  revealTo?: string | undefined;
  notification: DraftNotificationProps;
}

/** Six tabs of Create; without JavaScript, all are shown below each other. */
export function JobTabs({
  counts,
  tab,
  onTab,
  footer,
  ...props
}: SectionsProps & {
  counts: Record<SectionName, number>;
  tab: string;
  onTab: (tab: string) => void;
  footer: ReactNode;
}) {
  const { fields, choices } = props;
  const panels: Record<SectionName, ReactNode> = {
    url: (
      <>
        <CardBody className="grid gap-4">
          <NameFields fields={fields} />
          <TargetFields fields={fields} variables={choices.variables} />
        </CardBody>
        <SchedulePart {...props} />
      </>
    ),
    http: <RequestPart {...props} />,
    timeout: <TimeoutPart {...props} />,
    criterion: <CriterionPart {...props} />,
    notifications: <NotificationPart {...props} />,
    status: <StatusPart {...props} />,
  };
  return (
    <Card as="div" className="overflow-visible">
      <Tabs
        label="Parts of the job"
        value={tab}
        onChange={onTab}
        tabs={formSections.map(({ value, label }) => ({
          value,
          label,
          errorCount: counts[value],
          panel: (
            <>
              <h2 className="hidden px-4 pt-4 text-base font-semibold sm:px-5 no-script:block">{label}</h2>
              {panels[value]}
            </>
          ),
        }))}
      />
      {footer}
    </Card>
  );
}

export function SchedulePart({ fields, choices, preview, takesBrowserZone }: SectionsProps) {
  return (
    <CardBody className="border-t border-border">
      <ScheduleFields fields={fields} intervals={choices.intervals} />
      <ScheduleSentence preview={preview} />
      <Button
        type="submit"
        name="intent"
        value="preview"
        formNoValidate
        className="mt-4 hidden no-script:inline-flex"
      >
        Preview
      </Button>
      <div className="mt-5">
        <RunRulesFields fields={fields} zones={choices.zones} takesBrowserZone={takesBrowserZone} />
      </div>
    </CardBody>
  );
}

export function RequestPart({ fields, choices, revealTo }: SectionsProps) {
  return (
    <CardBody>
      <RequestFields fields={fields} variables={choices.variables} revealTo={revealTo} />
    </CardBody>
  );
}

function TimeoutPart({ fields }: SectionsProps) {
  return (
    <CardBody>
      <TimeoutFields fields={fields} />
    </CardBody>
  );
}

export function CriterionPart({ fields }: SectionsProps) {
  return (
    <CardBody>
      <CriterionFields fields={fields} />
    </CardBody>
  );
}

export function NotificationPart({ fields, choices, notification }: SectionsProps) {
  return (
    <CardBody className="grid gap-5">
      <NotificationFields fields={fields} notification={notification} />
      <RuleFields field={fields.notifyRules} channels={choices.channels} />
      <WatchFields fields={fields} />
    </CardBody>
  );
}

function StatusPart({ fields }: SectionsProps) {
  return (
    <CardBody>
      <StatusFields fields={fields} />
    </CardBody>
  );
}
