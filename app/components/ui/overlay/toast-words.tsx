import { Link } from '@remix-run/react';
import { CircleCheck, CircleX } from 'lucide-react';
import type { ElementType } from 'react';
import { cn } from '#app/components/ui/cn.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import type { FlashToast, ListedToast } from './toast-list.ts';

export interface ToastShelfProps {
  toasts: readonly ListedToast[];
  onClose: (id: string) => void;
}

export const toastStyle =
  'flex w-full max-w-90 gap-2.5 rounded-card border border-border bg-raised py-3 pr-2 pl-3.5 shadow-raised';

/** Icon, title and sentence; without a title, the sentence replaces it. */
export function ToastWords({ toast, as: Words = 'div' }: { toast: FlashToast; as?: ElementType }) {
  const isError = toast.tone === 'error';
  const title = toast.title ?? (isError ? 'Error' : undefined);
  return (
    <>
      <Icon
        of={isError ? CircleX : CircleCheck}
        className={cn('mt-0.5', isError ? 'text-danger' : 'text-success')}
      />
      <Words className="min-w-0 flex-1 text-pretty">
        {title ? <span className="block font-semibold">{title}</span> : null}
        <span className={title ? 'text-muted' : 'font-semibold'}>{toast.message}</span>
        {toast.way ? (
          <Link to={toast.way.to} className="block w-fit font-medium">
            {toast.way.label}
          </Link>
        ) : null}
        {toast.ways ? (
          <span className="mt-1 flex max-h-32 flex-wrap gap-x-3 gap-y-0.5 overflow-y-auto">
            {toast.ways.map(({ label, to }) => (
              <Link key={to} to={to} className="font-medium whitespace-nowrap">
                {label}
              </Link>
            ))}
          </span>
        ) : null}
      </Words>
    </>
  );
}
