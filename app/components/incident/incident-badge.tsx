import { BellOff, CircleCheck, CircleX, Eye } from 'lucide-react';
import { StatusBadge } from '#app/components/ui/status-badge.tsx';
import type { IncidentLine } from '#app/presenters/incident/incident-line.ts';

type Shown = Pick<IncidentLine, 'status' | 'snoozedUntil' | 'closeReason'>;

/** The status of an incident; a snooze is shown before it. */
export function IncidentBadge({
  incident: { status, snoozedUntil, closeReason },
  isBesideHeading,
}: {
  incident: Shown;
  isBesideHeading?: boolean;
}) {
  if (status === 'closed') {
    return (
      <StatusBadge
        tone={closeReason === 'recovered' ? 'success' : 'muted'}
        icon={CircleCheck}
        isBesideHeading={isBesideHeading}
      >
        {closeReason === 'recovered' ? 'Recovered' : 'Closed'}
      </StatusBadge>
    );
  }
  if (snoozedUntil !== null) {
    return (
      <StatusBadge tone="info" icon={BellOff} isBesideHeading={isBesideHeading}>
        Snoozed
      </StatusBadge>
    );
  }
  return status === 'acknowledged' ? (
    <StatusBadge tone="info" icon={Eye} isBesideHeading={isBesideHeading}>
      Acknowledged
    </StatusBadge>
  ) : (
    <StatusBadge tone="danger" icon={CircleX} isBesideHeading={isBesideHeading}>
      Open
    </StatusBadge>
  );
}
