import { useSyncExternalStore } from 'react';
import { listenToTheme, readTheme, writeTheme, type Theme } from './theme-choice.ts';

/** The stored theme, and a function to store another one. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(listenToTheme, readTheme, () => 'system'), writeTheme];
}
