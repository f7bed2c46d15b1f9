import { CircleDashed, CirclePause, CirclePlay, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { StatusBadge, type Tone } from '#app/components/ui/status-badge.tsx';
import type { JobStatus } from '#domain/job/choices.ts';

const words: Record<JobStatus, { word: string; tone: Tone; icon: LucideIcon }> = {
  active: { word: 'Active', tone: 'success', icon: CirclePlay },
  paused: { word: 'Paused', tone: 'warning', icon: CirclePause },
  inactive: { word: 'Inactive', tone: 'muted', icon: CircleDashed },
};

interface JobStatusBadgeProps {
  status: JobStatus;
  /** Text after the status, such as the end of a pause. */
  hint?: ReactNode;
  isBesideHeading?: boolean | undefined;
}

export function JobStatusBadge({ status, hint, isBesideHeading }: JobStatusBadgeProps) {
  const { word, tone, icon } = words[status];
  return (
    <StatusBadge tone={tone} icon={icon} isBesideHeading={isBesideHeading}>
      {hint ? (
        <span>
          {word} {hint}
        </span>
      ) : (
        word
      )}
    </StatusBadge>
  );
}
