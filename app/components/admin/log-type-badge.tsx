import { Ban, CircleX, Info, Lock, ShieldAlert, TriangleAlert, type LucideIcon } from 'lucide-react';
import { StatusBadge } from '#app/components/ui/status-badge.tsx';
import { isGrave, type SecurityEventType } from '#domain/security-event.ts';

const icons: Record<SecurityEventType, LucideIcon> = {
  INFO: Info,
  WARNING: TriangleAlert,
  ERROR: CircleX,
  AUTH_FAILURE: Lock,
  RATE_LIMIT: Ban,
  SUSPICIOUS: ShieldAlert,
};

/** Type of an entry: destructive for ERROR, AUTH_FAILURE and SUSPICIOUS (specification section 4). */
export function LogTypeBadge({ type }: { type: SecurityEventType }) {
  return (
    <StatusBadge tone={isGrave(type) ? 'danger' : 'muted'} icon={icons[type]}>
      {type}
    </StatusBadge>
  );
}
