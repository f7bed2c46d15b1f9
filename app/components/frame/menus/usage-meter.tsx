import { cn } from '#app/components/ui/cn.ts';
import { countText, plural } from '#app/format/time-format.ts';
import { plans, type Tier } from '#domain/plan.ts';

export interface Usage {
  /** Jobs that count towards the limit: active and paused ones. */
  used: number;
  tier: Tier;
}

/** "11 of 50 jobs, Premium" above its bar, and the retention of history. */
export function UsageMeter({ usage, className }: { usage: Usage; className?: string }) {
  const { name, jobLimit, retentionDays } = plans[usage.tier];
  const share = jobLimit === null ? 0 : Math.min(100, (usage.used / jobLimit) * 100);
  return (
    <div className={cn('mx-2.5 mt-5 border-t border-border pt-3.5 text-xs text-muted', className)}>
      <b className="text-ink">{countText(usage.used)}</b>{' '}
      {jobLimit === null ? plural(usage.used, 'job').replace(/^\S+ /, '') : `of ${jobLimit} jobs`}, {name}
      {jobLimit === null ? null : (
        <svg aria-hidden="true" width="100%" height="4" className="my-2 block">
          <rect width="100%" height="4" rx="2" className="fill-border" />
          <rect width={`${share}%`} height="4" rx="2" className="fill-muted" />
        </svg>
      )}
      <span className="block">History is kept for {plural(retentionDays, 'day')}.</span>
    </div>
  );
}
