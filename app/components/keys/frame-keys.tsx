import { useNavigate } from '@remix-run/react';
import { lazy, Suspense, useState, type ComponentType } from 'react';
import { useKey } from './keys-area.tsx';
import { submitFocusedForm } from './submit-focused-form.ts';

type LayerView = ComponentType<{ isOpen: boolean; onClose: () => void }>;

/** If a layer cannot be loaded, the page works without it. */
const fetched = (load: () => Promise<{ default: LayerView }>) =>
  lazy(() => load().catch((): { default: LayerView } => ({ default: () => null })));

const ShortcutSheet = fetched(() => import('./shortcut-sheet.tsx'));
const CommandMenu = fetched(() => import('./command-menu.tsx'));

type Layer = 'menu' | 'sheet';

/** Shortcuts of every signed-in page. It is mounted before the page, so the page's own bindings override it. */
export function FrameKeys() {
  const navigate = useNavigate();
  const [open, setOpen] = useState<Layer | null>(null);
  // A loaded layer stays mounted, so that it can animate its end.
  const [loaded, setLoaded] = useState<readonly Layer[]>([]);
  const show = (layer: Layer) => {
    setLoaded((before) => (before.includes(layer) ? before : [...before, layer]));
    setOpen(layer);
  };
  const close = () => setOpen(null);
  useKey('create', () => navigate('/dashboard/jobs/create'));
  useKey('go-dashboard', () => navigate('/dashboard'));
  useKey('go-api-docs', () => navigate('/dashboard/api-docs'));
  useKey('go-settings', () => navigate('/dashboard/settings'));
  useKey('menu', () => (open === 'menu' ? close() : show('menu')));
  useKey('search', () => show('menu'));
  useKey('sheet', () => show('sheet'));
  useKey('submit', submitFocusedForm);
  useKey('previous-execution', () => followLink('prev'));
  useKey('next-execution', () => followLink('next'));
  // Without a boundary before the first layer: a key pressed before hydration could reach a server-rendered
  // one, and React would report an error.
  return loaded.length > 0 ? (
    <Suspense fallback={null}>
      {loaded.includes('menu') ? <CommandMenu isOpen={open === 'menu'} onClose={close} /> : null}
      {loaded.includes('sheet') ? <ShortcutSheet isOpen={open === 'sheet'} onClose={close} /> : null}
    </Suspense>
  ) : null;
}

/** Follows the page's link to its neighbor; a link in a layer over the page takes precedence. */
function followLink(rel: 'prev' | 'next'): void {
  const found = ['[role=dialog]', 'main'].map((place) =>
    document.querySelector<HTMLElement>(`${place} a[rel~=${rel}]`),
  );
  found.find((link) => link !== null)?.click();
}
