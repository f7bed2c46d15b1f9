import { useCallback, useState, type FormEvent, type MouseEvent } from 'react';
import type { FlashToast } from '#app/components/ui/overlay/toast-list.ts';
import { useToast } from '#app/components/ui/overlay/toast.tsx';
import { minuteMs } from '#domain/time/units.ts';

const broken = 'The download was interrupted. Please try again.';
const offline = 'You are offline, so nothing was downloaded.';

interface Asked {
  url: string;
  /** Body of a posted form; null for a GET. */
  body?: FormData | null;
}

/**
 * Fetches a file and saves it, so that an error is a toast and the page stays. Without JavaScript, the same
 * links and forms are native downloads.
 */
export function useDownload() {
  const showToast = useToast();
  const [pending, setPending] = useState<string | null>(null);
  const download = useCallback(
    async ({ url, body = null }: Asked) => {
      setPending(new URL(url, location.href).pathname);
      const refused = await fetchFile({ url, body });
      setPending(null);
      if (refused) showToast(refused);
    },
    [showToast],
  );
  return {
    /** Path of the file being fetched. */
    pending,
    download,
    onLink: (event: MouseEvent<HTMLAnchorElement>) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      if (pending === null) void download({ url: event.currentTarget.href });
    },
    /** For a GET form whose buttons have different URLs. */
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      if (pending !== null) return;
      const pressed = (event.nativeEvent as SubmitEvent).submitter;
      const own = pressed instanceof HTMLButtonElement && pressed.hasAttribute('formaction');
      const url = new URL(own ? pressed.formAction : event.currentTarget.action);
      for (const [name, value] of new FormData(event.currentTarget))
        if (typeof value === 'string') url.searchParams.append(name, value);
      void download({ url: url.href });
    },
  };
}

/** Toast for a failed download; null once the browser has saved the file. */
async function fetchFile({ url, body }: Required<Asked>): Promise<FlashToast | null> {
  try {
    const response = await fetch(url, body ? { method: 'POST', body } : {});
    const name = fileName(response.headers.get('Content-Disposition'));
    if (!response.ok || name === null) return await refusal(response);
    keep({ file: await response.blob(), name });
    return null;
  } catch {
    return { title: 'Error', message: navigator.onLine ? broken : offline, tone: 'error' };
  }
}

/** A gateway's error page has no message of ours. */
async function refusal(response: Response): Promise<FlashToast> {
  const given = (await response.json().catch(() => null)) as { toast?: FlashToast } | null;
  return given?.toast ?? { title: 'Error', message: broken, tone: 'error' };
}

function fileName(disposition: string | null): string | null {
  return /^attachment; filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? null;
}

function keep({ file, name }: { file: Blob; name: string }): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the URL after the click.
  setTimeout(() => URL.revokeObjectURL(address), minuteMs);
}
