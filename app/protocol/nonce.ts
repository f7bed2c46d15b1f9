import { createContext, useContext } from 'react';

/** The nonce of this page's inline scripts and styles; the browser takes it over from the server's markup. */
export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
