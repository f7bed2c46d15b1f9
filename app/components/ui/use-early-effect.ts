import { useEffect, useLayoutEffect } from 'react';

/** An effect that runs before anybody can act on the page: a key pressed right after hydration is not lost. The server runs none. */
export const useEarlyEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;
