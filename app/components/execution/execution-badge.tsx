import {
  CircleCheck,
  CircleQuestionMark,
  CircleSlash,
  CircleX,
  Clock,
  ClockAlert,
  LoaderCircle,
  RotateCw,
  type LucideIcon,
} from 'lucide-react';
import { StatusBadge, type Tone } from '#app/components/ui/status-badge.tsx';
import type { ExecutionStatus } from '#app/presenters/execution/execution-status.ts';

export const executionWords: Record<ExecutionStatus, { word: string; tone: Tone; icon: LucideIcon }> = {
  success: { word: 'Success', tone: 'success', icon: CircleCheck },
  missed: { word: 'Missed', tone: 'warning', icon: ClockAlert },
  unknown: { word: 'Unknown', tone: 'warning', icon: CircleQuestionMark },
  failed: { word: 'Failed', tone: 'danger', icon: CircleX },
  queued: { word: 'Queued', tone: 'info', icon: Clock },
  running: { word: 'Running', tone: 'info', icon: LoaderCircle },
  retrying: { word: 'Retrying', tone: 'info', icon: RotateCw },
  skipped: { word: 'Skipped', tone: 'muted', icon: CircleSlash },
  // The next run cut its retries short: a failure like any other to the job's owner.
  superseded: { word: 'Failed', tone: 'danger', icon: CircleX },
};

interface ExecutionBadgeProps {
  status: ExecutionStatus;
  isBesideHeading?: boolean | undefined;
}

export function ExecutionBadge({ status, isBesideHeading }: ExecutionBadgeProps) {
  const { word, tone, icon } = executionWords[status];
  return (
    <StatusBadge tone={tone} icon={icon} isBesideHeading={isBesideHeading} isSpinning={status === 'running'}>
      {word}
    </StatusBadge>
  );
}
