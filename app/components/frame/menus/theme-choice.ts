export type Theme = 'light' | 'dark' | 'system';

const storageKey = 'vite-ui-theme';

/** The stored theme; the script in the page's head applies it and hears of every change. */
export function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    // A browser that keeps nothing follows the system.
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

/** @returns what ends it */
export function listenToTheme(onChange: () => void): () => void {
  addEventListener('themechange', onChange);
  addEventListener('storage', onChange);
  return () => {
    removeEventListener('themechange', onChange);
    removeEventListener('storage', onChange);
  };
}
