import { useLocation } from '@remix-run/react';
import { useRef, useState, type FormEvent, type RefObject } from 'react';
import { useDownload } from '#app/components/transfer/use-download.ts';
import { useKeptFetcher, useNewResult } from '#app/components/ui/kept-fetchers.tsx';
import type { FlashToast } from '#app/components/ui/overlay/toast-list.ts';
import { bulkKey } from './pending-status.ts';
import type { Selection } from './use-selection.ts';

const action = '/dashboard/jobs/bulk';

interface BulkResult {
  toast: FlashToast;
  undo: Record<string, string> | null;
}

/** Sends the form of the selected rows, after a confirmation if needed, and reports the result, with Undo. */
export function useBulk({ holder, clear }: Pick<Selection, 'holder' | 'clear'>) {
  const fetcher = useKeptFetcher<BulkResult>({
    key: bulkKey,
    say: ({ toast, undo }) => {
      // A failed undo can be retried: its selection is no longer ticked.
      const offered = toast.tone === 'error' ? takenBack.current : undo;
      return {
        ...toast,
        ...(offered && { action: { label: 'Undo', onAct: () => latest.current(offered) } }),
      };
    },
  });
  const { pathname, search } = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const { download, pending } = useDownload();
  const [question, setQuestion] = useState<'delete' | 'tag' | null>(null);
  // Rows ticked during this Undo are the next selection.
  const takenBack = useRef<BulkResult['undo']>(null);

  const send = (more: Record<string, string>) => {
    if (!form.current) return;
    const fields = new FormData(form.current);
    for (const [name, value] of Object.entries(more)) fields.set(name, value);
    if (question !== null) setQuestion(null);
    takenBack.current = null;
    fetcher.submit(fields, { method: 'post', action });
  };
  const takeBack = (undo: Record<string, string>) => {
    takenBack.current = undo;
    fetcher.submit({ ...undo, redirectTo: pathname + search }, { method: 'post', action });
  };
  const latest = useRef(takeBack);
  latest.current = takeBack;

  const clearUnlessUndone = () => {
    if (!takenBack.current) clear();
  };
  useAfterBulk({ fetcher, form, holder, clear: clearUnlessUndone });

  return {
    form,
    send,
    question,
    closeQuestion: () => setQuestion(null),
    isPending: fetcher.state !== 'idle',
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      const pressed = (event.nativeEvent as SubmitEvent).submitter;
      const act = pressed instanceof HTMLButtonElement ? pressed.value : '';
      event.preventDefault();
      if (act === 'export') {
        const body = new FormData(event.currentTarget, pressed);
        if (pending === null) void download({ url: action, body });
        return;
      }
      if (act === 'delete' || act === 'tag') setQuestion(act);
      else send({ act });
    },
  };
}

/** Clears the selection once the server has acted, and keeps the focus in the list. */
function useAfterBulk({
  fetcher,
  form,
  holder,
  clear,
}: Pick<Selection, 'holder'> & {
  fetcher: { data: BulkResult | undefined; state: string };
  form: RefObject<HTMLFormElement>;
  clear: () => void;
}) {
  const { data } = fetcher;
  const isSettled = fetcher.state === 'idle';
  useNewResult(data, ({ toast }) => {
    if (toast.tone === 'success') clear();
  });
  useNewResult(isSettled ? data : undefined, ({ toast }) => {
    if (toast.tone !== 'success') return;
    // The focused element, in the bar or in a row, has disappeared.
    if (document.activeElement === document.body || form.current?.contains(document.activeElement)) {
      holder.current?.querySelector<HTMLElement>('tbody input[name=job_ids]')?.focus();
    }
  });
}

export type Bulk = ReturnType<typeof useBulk>;
