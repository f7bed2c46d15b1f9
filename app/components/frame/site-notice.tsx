import { TriangleAlert } from 'lucide-react';
import { Icon } from '#app/components/ui/icon.tsx';

/** The admin's banner, above every frame. */
export function SiteNotice({ children }: { children: string }) {
  return (
    <aside
      aria-label="Notice"
      className="flex items-center justify-center gap-2.5 bg-warning-soft px-4 py-2 text-ink"
    >
      <Icon of={TriangleAlert} className="text-warning" />
      <p className="min-w-0 text-pretty wrap-anywhere">{children}</p>
    </aside>
  );
}
