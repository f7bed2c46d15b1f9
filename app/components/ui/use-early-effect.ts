import { useEffect, useLayoutEffect } from 'react';

/** An effect that runs in the commit itself: a key pressed right after hydration is not lost. The server runs neither kind. */
export const useEarlyEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;
