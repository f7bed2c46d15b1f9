/** Style of overlays: one background, one shadow, 180 ms. */
export const overlay =
  'fixed inset-0 z-40 bg-ink/30 dark:bg-background/70 data-[state=open]:animate-in data-[state=open]:fade-in-0 data-[state=closed]:animate-out data-[state=closed]:fade-out-0 duration-180';

export const layer =
  'z-50 rounded-card border border-border bg-raised text-ink shadow-raised outline-none duration-180 data-[state=open]:animate-in data-[state=open]:fade-in-0 data-[state=closed]:animate-out data-[state=closed]:fade-out-0';
