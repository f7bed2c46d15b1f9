import { useSyncExternalStore } from 'react';

/** Event of Chromium browsers when the app can be installed. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>;
}

let offered: InstallPrompt | null = null;
const listeners = new Set<() => void>();

function keep(prompt: InstallPrompt | null): void {
  offered = prompt;
  for (const listener of listeners) listener();
}

// The browser offers it once, at any time after the page has loaded, maybe before the menu is there.
if (typeof window !== 'undefined') {
  window.addEventListener('beforeinstallprompt', (event) => {
    // No bar of the browser's own: the entry stands in the menu.
    event.preventDefault();
    keep(event as InstallPrompt);
  });
  window.addEventListener('appinstalled', () => keep(null));
}

function follow(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Installs the app; null if the browser does not offer it, or if it is installed. */
export function useInstall(): (() => void) | null {
  const prompt = useSyncExternalStore(
    follow,
    () => offered,
    () => null,
  );
  if (!prompt) return null;
  return () => {
    // It can be used once; a browser that still offers it afterwards fires the event again.
    keep(null);
    void prompt.prompt();
  };
}
