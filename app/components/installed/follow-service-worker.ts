import { hourMs } from '#domain/time/units.ts';

const pollEveryMs = hourMs;

/**
 * Registers the service worker and watches for its next version.
 * @param offer called when a new version waits, with a function that activates it
 */
export async function followServiceWorker({
  offer,
  signal,
}: {
  offer: (takeOver: () => void) => void;
  signal: AbortSignal;
}): Promise<void> {
  // Without service workers or network, the app works without one.
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration || signal.aborted) return;
  const { waiting, installing } = registration;
  const offerOnceInstalled = (worker: ServiceWorker | null) =>
    worker?.addEventListener(
      'statechange',
      () => {
        // The very first version activates by itself, without a page to take over from.
        if (worker.state === 'installed' && registration.active)
          offer(() => takeOver(registration.waiting ?? worker));
      },
      { signal },
    );
  if (waiting) offer(() => takeOver(registration.waiting ?? waiting));
  // A new version may be installing already; its updatefound event has passed.
  offerOnceInstalled(installing);
  registration.addEventListener('updatefound', () => offerOnceInstalled(registration.installing), { signal });
  let checkedAt = Date.now();
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.hidden || Date.now() - checkedAt < pollEveryMs) return;
      checkedAt = Date.now();
      registration.update().catch(() => undefined);
    },
    { signal },
  );
}

/** Activates the new version and reloads the page with it. */
function takeOver(worker: ServiceWorker): void {
  // If no page uses the old version, the new one has activated by itself.
  if (worker.state === 'activated') location.reload();
  worker.addEventListener('statechange', () => {
    if (worker.state === 'activated') location.reload();
  });
  worker.postMessage('take-over');
}
