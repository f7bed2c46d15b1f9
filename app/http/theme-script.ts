/**
 * Runs in the head before the first paint: sets `light` or `dark` and `color-scheme` on the root element from
 * the stored theme, else from the system's, and keeps following both (interface.md section 6).
 */
export const themeScript = `(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let stored = null;
    try {
      stored = localStorage.getItem('vite-ui-theme');
    } catch {}
    const isDark = stored === 'dark' || (stored !== 'light' && system.matches);
    const root = document.documentElement;
    root.classList.remove('light', 'dark');
    root.classList.add(isDark ? 'dark' : 'light');
    root.style.colorScheme = isDark ? 'dark' : 'light';
  };
  apply();
  system.addEventListener('change', apply);
  addEventListener('storage', (event) => {
    if (event.key === 'vite-ui-theme' || event.key === null) apply();
  });
  addEventListener('themechange', apply);
})();`;
