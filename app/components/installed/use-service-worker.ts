import { useEffect } from 'react';
import { useToast } from '#app/components/ui/overlay/toast.tsx';

/**
 * Caches the app's files for offline use and reports a waiting new version. Runs only on signed-in pages:
 * visitors of the public pages download nothing in advance.
 */
export function useServiceWorker(): void {
  const showToast = useToast();
  useEffect(() => {
    // Development builds have no service worker.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const ended = new AbortController();
    const offer = (takeOver: () => void) => {
      showToast({
        id: 'new-version',
        message: 'New version available',
        tone: 'success',
        action: { label: 'Reload', onAct: takeOver },
        stays: true,
      });
    };
    const start = async () => {
      // Loaded after the page, which does not need it. Without a network the app works without it.
      const { followServiceWorker } = await import('./follow-service-worker.ts');
      await followServiceWorker({ offer, signal: ended.signal });
    };
    const begin = () => void start().catch(() => undefined);
    if (document.readyState === 'complete') begin();
    else window.addEventListener('load', begin, { once: true, signal: ended.signal });
    return () => ended.abort();
  }, [showToast]);
}
