import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { Icon } from './icon.tsx';

export type Tone = 'success' | 'warning' | 'danger' | 'info' | 'muted';

interface StatusBadgeProps {
  tone: Tone;
  icon: LucideIcon;
  /** Beside a heading, every status has a soft background; elsewhere, only those that need attention. */
  isBesideHeading?: boolean | undefined;
  isSpinning?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

const styles = 'inline-flex h-6 items-center gap-1.5 rounded-badge text-xs font-semibold whitespace-nowrap';

const plain: Record<Tone, string> = {
  success: 'text-ink',
  muted: 'text-muted',
  warning: 'bg-warning-soft text-warning pr-2 pl-1.5',
  danger: 'bg-danger-soft text-danger pr-2 pl-1.5',
  info: 'bg-info-soft text-info pr-2 pl-1.5',
};

const soft: Record<Tone, string> = {
  ...plain,
  success: 'bg-success-soft text-success pr-2 pl-1.5',
  muted: 'bg-sunken text-muted pr-2 pl-1.5',
};

/** A status as icon and word. */
export function StatusBadge({
  tone,
  icon,
  isBesideHeading,
  isSpinning,
  className,
  children,
}: StatusBadgeProps) {
  const ground = isBesideHeading ? soft[tone] : plain[tone];
  const isResting = tone === 'success' && !isBesideHeading;
  return (
    <span className={className ? cn(styles, ground, className) : `${styles} ${ground}`}>
      <Icon
        of={icon}
        size={14}
        className={isSpinning ? 'animate-spin' : isResting ? 'text-success' : undefined}
      />
      {children}
    </span>
  );
}
