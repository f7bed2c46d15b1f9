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

// The browser offers it once, at any time after the page load, maybe before the menu is rendered.
if (typeof window !== 'undefined') {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Suppresses the browser's own bar: the user menu has the entry.
    event.preventDefault();
    keep(event as InstallPrompt);
  });
  window.addEventListener('appinstalled', () => keep(null));
}

function follow(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns a function that installs the app; null if the browser does not offer it, or if the app is installed. */
export function useInstall(): (() => void) | null {
  const prompt = useSyncExternalStore(
    follow,
    () => offered,
    () => null,
  );
  if (!prompt) return null;
  return () => {
    // The prompt works once; a browser that still offers it fires the event again.
    keep(null);
    void prompt.prompt();
  };
}
