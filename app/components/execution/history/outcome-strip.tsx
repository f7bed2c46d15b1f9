import { cn } from '#app/components/ui/cn.ts';
import { kindsOf, stripText, type DayKind } from '#app/presenters/execution/day-outcomes.ts';
import { remember } from '#domain/remember.ts';

const height = 18;
const strokes: Record<DayKind, { length: number; className: string }> = {
  none: { length: 3, className: 'stroke-control' },
  success: { length: 10, className: 'stroke-success' },
  skipped: { length: 10, className: 'stroke-muted' },
  missed: { length: 14, className: 'stroke-warning' },
  failed: { length: 18, className: 'stroke-danger' },
};

/** Thirty days (a letter each: dayLetters) as tally strokes of 2 px. Height and colour show the same outcome. */
export function OutcomeStrip({ days, className }: { days: string; className?: string }) {
  const { text, paths } = drawn(days);
  return (
    <svg
      role="img"
      aria-label={text}
      width={days.length * 4 - 2}
      height={height}
      fill="none"
      strokeWidth="2"
      className={cn('block shrink-0', className)}
    >
      {paths.map(({ kind, path }) => (
        <path key={kind} d={path} className={strokes[kind].className} />
      ))}
    </svg>
  );
}

// Cached: each row draws its strip twice, for wide and narrow screens, and most rows have the same one.
const drawn = remember((days) => {
  const kinds = kindsOf(days);
  return {
    text: stripText(kinds),
    paths: (Object.keys(strokes) as DayKind[])
      .filter((kind) => kinds.includes(kind))
      .map((kind) => ({ kind, path: pathOf({ kinds, kind }) })),
  };
});

function pathOf({ kinds, kind }: { kinds: readonly DayKind[]; kind: DayKind }): string {
  return kinds
    .map((other, index) => (other === kind ? `M${1 + index * 4} ${height}v-${strokes[kind].length}` : ''))
    .join('');
}
