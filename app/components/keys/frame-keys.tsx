import { useNavigate } from '@remix-run/react';
import { lazy, Suspense, useState, type ComponentType } from 'react';
import { useKey } from './keys-area.tsx';
import { submitFocusedForm } from './submit-focused-form.ts';

type LayerView = ComponentType<{ isOpen: boolean; onClose: () => void }>;

/** A layer that cannot be fetched stays away; the page under it goes on. */
const fetched = (load: () => Promise<{ default: LayerView }>) =>
  lazy(() => load().catch((): { default: LayerView } => ({ default: () => null })));

const ShortcutSheet = fetched(() => import('./shortcut-sheet.tsx'));
const CommandMenu = fetched(() => import('./command-menu.tsx'));

type Layer = 'menu' | 'sheet';

/** Shortcuts of every signed-in page. It is mounted before the page, so the page's own bindings override it. */
export function FrameKeys() {
  const navigate = useNavigate();
  const [open, setOpen] = useState<Layer | null>(null);
  // Once loaded a layer stays, so it can leave as it came.
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
  // No boundary before there is a layer: a server-rendered one could receive a key before hydration, and React would
  // report an error.
  return loaded.length > 0 ? (
    <Suspense fallback={null}>
      {loaded.includes('menu') ? <CommandMenu isOpen={open === 'menu'} onClose={close} /> : null}
      {loaded.includes('sheet') ? <ShortcutSheet isOpen={open === 'sheet'} onClose={close} /> : null}
    </Suspense>
  ) : null;
}

/** Follows the link of the page to its neighbor; that of a layer over the page comes first. */
function followLink(rel: 'prev' | 'next'): void {
  const found = ['[role=dialog]', 'main'].map((place) =>
    document.querySelector<HTMLElement>(`${place} a[rel~=${rel}]`),
  );
  found.find((link) => link !== null)?.click();
}
