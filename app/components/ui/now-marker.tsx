import { cn } from './cn.ts';

/** The one vermilion line of a chart, at now. `className` positions it. */
export function NowMarker({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'pointer-events-none absolute w-0.5 bg-hand before:absolute before:top-0 before:-left-[3px] before:size-2 before:rounded-full before:bg-hand',
        className,
      )}
    />
  );
}
