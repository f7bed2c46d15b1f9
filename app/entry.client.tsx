import { RemixBrowser } from '@remix-run/react';
import { setNonce } from 'get-nonce';
import { startTransition, StrictMode, useEffect, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { PageRouter } from '#app/components/page-data/router.ts';
import { NonceContext } from '#app/http/nonce.ts';
import { RequestIdContext } from '#app/http/request-id.ts';

const requestId = document.querySelector<HTMLMetaElement>('meta[name=request-id]')?.content;
// The attribute reads as empty once the page is parsed; the property still holds the value.
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
// The scroll lock of dialogs writes a style element and asks here for its nonce.
if (nonce) setNonce(nonce);

/** The first page is drawn without the scripts that it needs only once a response is lost. */
const guardAfterMs = 3_000;
const retryMs = 5_000;
let guarding: ReturnType<typeof setTimeout> | undefined;

/** Guards the router soon after the page is there. */
function Guarded({ children }: { children: ReactNode }) {
  useEffect(() => {
    guarding ??= setTimeout(guard, guardAfterMs);
  }, []);
  return children;
}

function guard() {
  import('#app/components/page-data/guard-router.ts').then(
    ({ guardRouter }) => guardRouter((window as unknown as { __remixRouter: PageRouter }).__remixRouter),
    () => setTimeout(guard, retryMs),
  );
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
