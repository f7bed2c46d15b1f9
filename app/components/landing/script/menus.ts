import {
  listenToTheme,
  readTheme,
  writeTheme,
  type Theme,
} from '#app/components/frame/menus/theme-choice.ts';
import { afterPaint } from '#app/components/ui/after-paint.ts';

/** Closes header menus by Escape, by a click elsewhere, and after a click on one of their links. */
export function closeMenus(): void {
  const open = () => [...document.querySelectorAll<HTMLDetailsElement>('header details[open]')];
  document.addEventListener('pointerdown', ({ target }) => {
    for (const menu of open()) if (!menu.contains(target as Node)) menu.open = false;
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    for (const menu of open()) {
      menu.open = false;
      menu.querySelector('summary')?.focus();
    }
  });
  document.addEventListener('click', ({ target }) => {
    for (const menu of open())
      if ((target as Element).closest('a[href*="#"]') && menu.contains(target as Node)) menu.open = false;
  });
}

/** Enables the theme choices; the script in the head applies the chosen one. */
export function offerThemes(): void {
  const choices = [...document.querySelectorAll<HTMLElement>('button[data-theme]')];
  const show = (theme = readTheme()) => {
    for (const choice of choices) choice.setAttribute('aria-pressed', String(choice.dataset.theme === theme));
  };
  for (const choice of choices)
    choice.addEventListener('click', () => {
      const theme = choice.dataset.theme as Theme;
      show(theme);
      afterPaint(() => {
        writeTheme(theme);
        // Without storage, the theme stays unchanged.
        show();
      });
    });
  listenToTheme(() => show());
  show();
}
