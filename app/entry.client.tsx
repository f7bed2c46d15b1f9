import { RemixBrowser } from '@remix-run/react';
import { setNonce } from 'get-nonce';
import { startTransition, StrictMode, useLayoutEffect, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { holdRouter } from '#app/components/page-data/hold-router.ts';
import type { PageRouter } from '#app/components/page-data/router.ts';
import { NonceContext } from '#app/protocol/nonce.ts';
import { RequestIdContext } from '#app/protocol/request-id.ts';

const requestId = document.querySelector<HTMLMetaElement>('meta[name=request-id]')?.content;
// The attribute reads as empty once the page is parsed; the property still holds the value.
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
// The scroll lock of dialogs adds a style element, which needs the nonce.
if (nonce) setNonce(nonce);

let isHeld = false;

/** Guards the router during the first render, before any page data is fetched. */
function Guarded({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    if (isHeld) return;
    isHeld = true;
    holdRouter((window as unknown as { __remixRouter: PageRouter }).__remixRouter);
  }, []);
  return children;
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <NonceContext.Provider value={nonce}>
        <RequestIdContext.Provider value={requestId}>
          <Guarded>
            <RemixBrowser />
          </Guarded>
        </RequestIdContext.Provider>
      </NonceContext.Provider>
    </StrictMode>,
  );
});
