import type { ReactNode } from 'react';
import { Card, CardHead } from '#app/components/ui/card.tsx';

export function GallerySection({
  title,
  hint,
  children,
}: {
  title: string;
  hint?: string;
  children: ReactNode;
}) {
  return (
    <Card aria-label={title}>
      <CardHead title={title} hint={hint} />
      {children}
    </Card>
  );
}

/** A name on the left and its states in a row. */
export function GalleryRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-2 border-t border-border px-4 py-4 sm:grid-cols-[148px_minmax(0,1fr)] sm:items-center sm:gap-6 sm:px-5">
      <h3 className="text-xs font-medium text-muted">{label}</h3>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2.5">{children}</div>
    </div>
  );
}
