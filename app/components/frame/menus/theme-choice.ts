export type Theme = 'light' | 'dark' | 'system';

const storageKey = 'vite-ui-theme';

/** The stored theme; the script in the page's head applies it and listens for changes. */
export function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    // Without storage, the browser follows the system.
    return 'system';
  }
}

export function writeTheme(theme: Theme): void {
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    return;
  }
  dispatchEvent(new Event('themechange'));
}

/** @returns function that stops listening */
export function listenToTheme(onChange: () => void): () => void {
  addEventListener('themechange', onChange);
  addEventListener('storage', onChange);
  return () => {
    removeEventListener('themechange', onChange);
    removeEventListener('storage', onChange);
  };
}
