import { lazy, Suspense, useState, type ComponentType } from 'react';
import { useEarlyEffect } from '#app/components/ui/use-early-effect.ts';
import { docsSearchId } from './docs-search.tsx';

type MenuView = ComponentType<{ isOpen: boolean; onClose: () => void }>;

/** If the menu cannot be loaded, the page works without it. */
const DocsMenu = lazy(() =>
  import('./docs-menu.tsx')
    .then(({ default: view }): { default: MenuView } => ({ default: view }))
    .catch((): { default: MenuView } => ({ default: () => null })),
);

/** mod+K opens the documentation menu, loaded on first use; `/` focuses the search field. */
export function DocsKeys({ areSinglesOn }: { areSinglesOn: boolean }) {
  const [isLoaded, setLoaded] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useEarlyEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey) return;
      const hasMod = event.metaKey || event.ctrlKey;
      if (hasMod && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setLoaded(true);
        setOpen((before) => !before);
      }
      if (areSinglesOn && !hasMod && event.key === '/' && !isTyping(event)) {
        event.preventDefault();
        document.getElementById(docsSearchId)?.focus();
      }
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [areSinglesOn]);
  return isLoaded ? (
    <Suspense fallback={null}>
      <DocsMenu isOpen={isOpen} onClose={() => setOpen(false)} />
    </Suspense>
  ) : null;
}

function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [role=dialog]') !== null;
}
