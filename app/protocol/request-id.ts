import { createContext, useContext } from 'react';

/** The id under which this page was made, for error pages; it is in the page's head too. */
export const RequestIdContext = createContext<string | undefined>(undefined);

export function useRequestId(): string | undefined {
  return useContext(RequestIdContext);
}
