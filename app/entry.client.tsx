import { RemixBrowser } from '@remix-run/react';
import { setNonce } from 'get-nonce';
import { startTransition, StrictMode, useLayoutEffect, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { guardRouter } from '#app/components/page-data/guard-router.ts';
import type { PageRouter } from '#app/components/page-data/router.ts';
import { NonceContext } from '#app/http/nonce.ts';
import { RequestIdContext } from '#app/http/request-id.ts';

const requestId = document.querySelector<HTMLMetaElement>('meta[name=request-id]')?.content;
// The attribute reads as empty once the page is parsed; the property still holds the value.
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
// The scroll lock of dialogs writes a style element and asks here for its nonce.
if (nonce) setNonce(nonce);

let isGuarded = false;

/** Guards the router before the first effect of a page uses it. */
function Guarded({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    if (isGuarded) return;
    isGuarded = true;
    guardRouter((window as unknown as { __remixRouter: PageRouter }).__remixRouter);
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
