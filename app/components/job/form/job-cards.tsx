import type { ReactNode } from 'react';
import {
  CriterionPart,
  NotificationPart,
  RequestPart,
  SchedulePart,
  type SectionsProps,
} from '#app/components/job/form/job-sections.tsx';
import { StatusFields } from '#app/components/job/form/status-fields.tsx';
import { NameFields, TargetFields } from '#app/components/job/form/target-fields.tsx';
import { TimeoutFields } from '#app/components/job/form/timeout-fields.tsx';
import { Card, CardBody, CardHead } from '#app/components/ui/card.tsx';
import { Stack } from '#app/components/ui/page-head.tsx';

/** Cards of Edit. */
export function JobCards({ footer, ...props }: SectionsProps & { footer: ReactNode }) {
  const { fields, choices } = props;
  return (
    <Stack>
      <Card as="div" className="overflow-visible">
        <CardBody>
          <NameFields fields={fields} />
        </CardBody>
        <SchedulePart {...props} />
      </Card>
      <Card aria-label="Webhook Configuration" className="overflow-visible">
        <CardHead title="Webhook Configuration" />
        <CardBody className="pb-0!">
          <TargetFields fields={fields} variables={choices.variables} />
        </CardBody>
        <RequestPart {...props} />
      </Card>
      <Card aria-label="Advanced Settings">
        <CardHead title="Advanced Settings" />
        <CardBody className="grid gap-5">
          <TimeoutFields fields={fields} />
          <StatusFields fields={fields} />
        </CardBody>
      </Card>
      <Card aria-label="Criterion">
        <CardHead title="Criterion" />
        <CriterionPart {...props} />
      </Card>
      <Card aria-label="Notifications" className="overflow-visible">
        <CardHead title="Notifications" />
        <NotificationPart {...props} />
      </Card>
      {footer}
    </Stack>
  );
}
