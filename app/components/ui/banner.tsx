import { CircleX, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { Icon } from './icon.tsx';

interface BannerProps {
  tone: 'info' | 'warning' | 'danger';
  /** One next step: Retry, Show, Upgrade. */
  action?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

const styles = {
  info: { icon: Info, ground: 'bg-info-soft', mark: 'text-info' },
  warning: { icon: TriangleAlert, ground: 'bg-warning-soft', mark: 'text-warning' },
  danger: { icon: CircleX, ground: 'bg-danger-soft', mark: 'text-danger' },
};

/** Message for the whole page or form. Errors are alerts; the rest is announced politely. */
export function Banner({ tone, action, className, children }: BannerProps) {
  const { icon, ground, mark } = styles[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cn('flex min-h-11 items-center gap-2.5 rounded-control py-2 pr-2 pl-4', ground, className)}
    >
      <Icon of={icon} className={mark} />
      <div className="min-w-0 flex-1 text-pretty">{children}</div>
      {action}
    </div>
  );
}
