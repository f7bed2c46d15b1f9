import { useLocation, useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';

/** After a navigation the heading has the focus and the page's title is read out. */
export function Announcer() {
  const { pathname } = useLocation();
  const isIdle = useNavigation().state === 'idle';
  const shown = useRef(pathname);
  const [title, setTitle] = useState('');

  useEffect(() => {
    if (!isIdle || shown.current === pathname) return;
    shown.current = pathname;
    // A dialog that the new address opens takes the focus itself.
    if (document.querySelector('[role=dialog], [role=alertdialog]')) return;
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    setTitle(document.title);
  }, [pathname, isIdle]);

  return (
    <div role="status" aria-live="polite" className="sr-only">
      {title}
    </div>
  );
}
