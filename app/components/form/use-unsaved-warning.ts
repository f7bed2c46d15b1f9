import { useBlocker } from '@remix-run/react';
import { useCallback, useEffect, useRef } from 'react';

const question = 'Leave without saving? What you typed is lost.';

/**
 * Warns before a form with unsaved text is left, by a link or by closing the page.
 * @param isSaving the form is being sent: following its redirect loses nothing
 * @param result response of the server; if present, nothing was saved yet
 * @param isFilled the form starts with unsaved text
 * @returns functions to call on input, and after a save
 */
export function useUnsavedWarning({
  isSaving,
  result,
  isFilled = false,
}: {
  isSaving: boolean;
  result: unknown;
  isFilled?: boolean;
}) {
  const isTyped = useRef(isFilled);
  const isLeaving = useRef(false);
  isLeaving.current = isSaving;
  useEffect(() => {
    if (result) isTyped.current = true;
  }, [result]);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isTyped.current && !isLeaving.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (window.confirm(question)) blocker.proceed();
    else blocker.reset();
  }, [blocker]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isTyped.current && !isLeaving.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
  const mark = useCallback((isUnsaved: boolean) => void (isTyped.current = isUnsaved), []);
  return { markTyped: useCallback(() => mark(true), [mark]), forget: useCallback(() => mark(false), [mark]) };
}
