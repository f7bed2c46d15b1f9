import { useRevalidator, type Fetcher } from '@remix-run/react';
import { useEffect } from 'react';
import { useToast } from '#app/components/ui/toast.tsx';
import type { FlashToast } from '#app/components/ui/toast-list.ts';

const reloadMs = 2_000;

/** Shows what a button came to. */
export function useAnswerToast(fetcher: Fetcher<{ toast: FlashToast }>): void {
  const showToast = useToast();
  const toast = fetcher.data?.toast;
  useEffect(() => {
    if (toast) showToast(toast);
  }, [toast, showToast]);
}

/** The same; two seconds later the page looks what became of it (specification section 9). */
export function useToastOf(fetcher: Fetcher<{ toast: FlashToast }>): void {
  const { revalidate } = useRevalidator();
  useAnswerToast(fetcher);
  const toast = fetcher.data?.toast;
  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(revalidate, reloadMs);
    return () => clearTimeout(timer);
  }, [toast, revalidate]);
}
