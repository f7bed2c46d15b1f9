import { Ban, CircleUserRound, ShieldCheck } from 'lucide-react';
import { StatusBadge } from '#app/components/ui/status-badge.tsx';
import type { Role } from '#domain/role.ts';

interface UserBadgeProps {
  role: Role;
  isSuspended: boolean;
  isBesideHeading?: boolean;
}

/** "Suspended", else the role. */
export function UserBadge({ role, isSuspended, isBesideHeading }: UserBadgeProps) {
  if (isSuspended)
    return (
      <StatusBadge tone="danger" icon={Ban} isBesideHeading={isBesideHeading}>
        Suspended
      </StatusBadge>
    );
  return role === 'admin' ? (
    <StatusBadge tone="info" icon={ShieldCheck} isBesideHeading={isBesideHeading}>
      Admin
    </StatusBadge>
  ) : (
    <StatusBadge tone="muted" icon={CircleUserRound} isBesideHeading={isBesideHeading}>
      User
    </StatusBadge>
  );
}
