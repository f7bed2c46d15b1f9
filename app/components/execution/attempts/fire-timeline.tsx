import {
  Bell,
  CircleCheck,
  CircleSlash,
  CircleX,
  Clock,
  Play,
  RotateCw,
  Timer,
  type LucideIcon,
} from 'lucide-react';
import { cn } from '#app/components/ui/cn.ts';
import { useNow, useZoneOf } from '#app/components/ui/display-zone.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { wallTime } from '#app/format/time-format.ts';
import { splitAtNow, type StepKind, type TimelineStep } from '#app/presenters/charts/timeline-order.ts';

interface FireTimelineProps {
  steps: readonly TimelineStep[];
  jobZone?: string | undefined;
  /** The execution continues: draws the now marker. */
  isUnfinished: boolean;
}

const icons: Record<StepKind, { icon: LucideIcon; tone?: string }> = {
  scheduled: { icon: Clock },
  started: { icon: Play },
  success: { icon: CircleCheck, tone: 'text-success' },
  failed: { icon: CircleX, tone: 'text-danger' },
  wait: { icon: Timer },
  retry: { icon: RotateCw },
  not_run: { icon: CircleSlash },
  notified: { icon: Bell },
  next_fire: { icon: Clock },
};

const grid =
  'relative grid grid-cols-[62px_24px_minmax(0,1fr)] gap-x-2 sm:grid-cols-[96px_28px_minmax(0,1fr)_auto] sm:gap-x-3';
const line =
  "before:absolute before:inset-y-0 before:left-[81.5px] before:border-l before:border-control before:content-[''] sm:before:left-[121.5px]";

/** Timeline of one fire: scheduled, started, attempts and waits, verdict, notification. */
export function FireTimeline({ steps, jobZone, isUnfinished }: FireTimelineProps) {
  const now = useNow();
  const zone = useZoneOf(jobZone);
  const { past, due } = splitAtNow({ steps, now: isUnfinished ? now : Infinity });
  return (
    <ol className="px-4 pt-2 pb-4 sm:px-5 [div:has(>h2)+&]:pt-0">
      {past.map((step, index) => (
        <Step
          key={`${keyOf(step)} ${index}`}
          step={step}
          zone={zone}
          isFirst={index === 0}
          isLast={!isUnfinished && index === past.length - 1}
        />
      ))}
      {isUnfinished ? <NowLine now={now} zone={zone} isLast={due.length === 0} /> : null}
      {due.map((step, index) => (
        <Step key={keyOf(step)} step={step} zone={zone} isDue isLast={index === due.length - 1} />
      ))}
    </ol>
  );
}

function keyOf({ kind, at }: TimelineStep): string {
  return `${kind} ${at}`;
}

interface StepProps {
  step: TimelineStep;
  zone: string;
  isDue?: boolean;
  isFirst?: boolean;
  isLast?: boolean;
}

function Step({ step, zone, isDue, isFirst, isLast }: StepProps) {
  const { icon, tone } = icons[step.kind];
  const wall = wallTime({ at: step.at, timeZone: zone });
  const weight = isDue ? 'font-medium text-muted' : 'font-semibold text-ink';
  return (
    <li
      className={cn(
        grid,
        line,
        'py-2',
        isDue && 'before:border-dashed',
        isFirst && 'before:top-4',
        isLast && 'before:bottom-auto before:h-4',
        isFirst && isLast && 'before:hidden',
      )}
    >
      <time dateTime={new Date(step.at).toISOString()} className={cn('text-right', weight)}>
        {wall.second}
        {step.isExact ? (
          <span className="font-normal text-muted max-sm:sr-only">{wall.millisecond.slice(8)}</span>
        ) : null}
      </time>
      <span className={cn('relative grid justify-items-center', tone ?? 'text-muted')}>
        <Icon of={icon} className="relative z-1 mt-0.5 bg-surface outline-4 outline-surface" />
      </span>
      <span className="min-w-0 text-pretty">
        <span className={cn('block max-sm:pr-16', weight)}>{step.title}</span>
        {step.detail ? <span className="block wrap-anywhere text-muted">{step.detail}</span> : null}
      </span>
      {step.hint ? (
        <span className="text-right whitespace-nowrap text-muted max-sm:absolute max-sm:top-2 max-sm:right-0">
          {step.hint}
        </span>
      ) : null}
    </li>
  );
}

function NowLine({ now, zone, isLast }: { now: number; zone: string; isLast: boolean }) {
  return (
    <li className={cn(grid, line, 'items-center py-0.5', isLast && 'before:bottom-1/2')}>
      <b className="text-right">{wallTime({ at: now, timeZone: zone }).second}</b>
      <span className="relative z-2 col-span-2 h-0.5 bg-hand before:absolute before:top-1/2 before:left-0 before:size-2 before:-translate-y-1/2 before:rounded-full before:bg-hand max-sm:ml-2 sm:col-span-3 sm:ml-2.5">
        <span className="sr-only">Now</span>
      </span>
    </li>
  );
}
