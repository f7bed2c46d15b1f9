import { useEffect } from 'react';
import { useToast } from '#app/components/ui/toast.tsx';

const lookEveryMs = 3_600_000;

/**
 * Has the browser keep what the app needs without a network, and says when a new version waits. Only signed-in pages
 * do so: who merely looks at the product has nothing fetched in advance.
 */
export function useServiceWorker(): void {
  const showToast = useToast();
  useEffect(() => {
    // Pages that are built as they are asked for have none.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const ended = new AbortController();
    const offer = (worker: ServiceWorker) => {
      showToast({
        message: 'New version available',
        tone: 'success',
        action: { label: 'Reload', onAct: () => takeOver(worker) },
        stays: true,
      });
    };
    const start = () => void follow({ offer, signal: ended.signal });
    if (document.readyState === 'complete') start();
    else window.addEventListener('load', start, { once: true, signal: ended.signal });
    return () => ended.abort();
  }, [showToast]);
}

async function follow({
  offer,
  signal,
}: {
  offer: (worker: ServiceWorker) => void;
  signal: AbortSignal;
}): Promise<void> {
  // Switched off in the browser, or no network: the app works without.
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration || signal.aborted) return;
  if (registration.waiting) offer(registration.waiting);
  registration.addEventListener(
    'updatefound',
    () => {
      const worker = registration.installing;
      worker?.addEventListener(
        'statechange',
        () => {
          // The first one ever takes over by itself: nothing waits for it.
          if (worker.state === 'installed' && registration.active) offer(worker);
        },
        { signal },
      );
    },
    { signal },
  );
  let lookedAt = Date.now();
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.hidden || Date.now() - lookedAt < lookEveryMs) return;
      lookedAt = Date.now();
      registration.update().catch(() => undefined);
    },
    { signal },
  );
}

/** The new version answers from now on; the page is loaded by it. */
function takeOver(worker: ServiceWorker): void {
  // Where no page is answered by the old one, the new one has taken over by itself.
  if (worker.state === 'activated') location.reload();
  worker.addEventListener('statechange', () => {
    if (worker.state === 'activated') location.reload();
  });
  worker.postMessage('take-over');
}
