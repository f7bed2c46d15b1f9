import { cn } from '#app/components/ui/cn.ts';
import { layer } from '#app/components/ui/overlay/overlay-style.ts';

/** Panel below a zone field. */
export const zonePanel = cn(layer, 'absolute top-full right-0 left-0 z-30 mt-1 max-h-80 overflow-y-auto p-1');
