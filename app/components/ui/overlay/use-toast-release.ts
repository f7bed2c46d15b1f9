import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Resumes the toast timers after the toast that paused them has closed. Radix pauses while the pointer or the
 * focus is in its region, and waits for either to leave; a toast that closes under them causes no such event.
 *
 * @param openIds ids of the toasts on the screen
 * @returns props for the viewport inside Radix's region
 */
export function useToastRelease(openIds: readonly string[]) {
  const viewport = useRef<HTMLOListElement>(null);
  const before = useRef<EventTarget | null>(null);
  const shown = useRef(openIds);

  useEffect(() => {
    const region = viewport.current?.parentElement;
    const rememberFocus = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && region?.contains(relatedTarget))) before.current = relatedTarget;
    };
    region?.addEventListener('focusin', rememberFocus);
    return () => region?.removeEventListener('focusin', rememberFocus);
  }, []);

  // Before Radix removes the closed toast: with the last one it stops listening.
  useLayoutEffect(() => {
    const left = shown.current.filter((id) => openIds.includes(id));
    const hasClosed = left.length < shown.current.length;
    shown.current = openIds;
    const region = viewport.current?.parentElement;
    if (!hasClosed || !region) return;
    if (left.length === 0) returnFocus({ region, to: before.current });
    // A window without focus also pauses the timers, and that pause ends by itself.
    if (document.hasFocus()) region.dispatchEvent(new PointerEvent('pointerleave'));
  }, [openIds]);

  return viewport;
}

/** Focus in an empty region would pause the next toast and leave a keyboard user without a position. */
function returnFocus({ region, to }: { region: HTMLElement; to: EventTarget | null }) {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || !region.contains(focused)) return;
  if (to instanceof HTMLElement && to.isConnected) to.focus();
  else focused.blur();
}
