import { cn } from '#app/components/ui/cn.ts';

/**
 * A dot at the corner of an icon, where there is no room for a count. Its container must be positioned.
 * @param className with the ring in the color of the ground
 */
export function WaitingDot({ className }: { className: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'absolute -top-1 -right-1 size-2 rounded-full bg-danger ring-2 forced-color-adjust-none',
        className,
      )}
    />
  );
}
