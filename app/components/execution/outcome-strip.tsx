import { cn } from '#app/components/ui/cn.ts';
import { stripText, worstOf, type DayCounts, type DayKind } from './day-outcomes.ts';

const height = 18;
const strokes: Record<DayKind, { length: number; className: string }> = {
  none: { length: 3, className: 'stroke-control' },
  success: { length: 10, className: 'stroke-success' },
  skipped: { length: 10, className: 'stroke-muted' },
  missed: { length: 14, className: 'stroke-warning' },
  failed: { length: 18, className: 'stroke-danger' },
};

/** Thirty days as tally strokes of 2 px; the height repeats the colour. */
export function OutcomeStrip({ days, className }: { days: readonly DayCounts[]; className?: string }) {
  const kinds = days.map(worstOf);
  const drawn = (Object.keys(strokes) as DayKind[]).filter((kind) => kinds.includes(kind));
  return (
    <svg
      role="img"
      aria-label={stripText(days)}
      width={days.length * 4 - 2}
      height={height}
      fill="none"
      strokeWidth="2"
      className={cn('block shrink-0', className)}
    >
      {drawn.map((kind) => (
        <path key={kind} d={pathOf({ kinds, kind })} className={strokes[kind].className} />
      ))}
    </svg>
  );
}

function pathOf({ kinds, kind }: { kinds: readonly DayKind[]; kind: DayKind }): string {
  return kinds
    .map((other, index) => (other === kind ? `M${1 + index * 4} ${height}v-${strokes[kind].length}` : ''))
    .join('');
}
