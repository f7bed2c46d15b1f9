import { RemixBrowser } from '@remix-run/react';
import { setNonce } from 'get-nonce';
import { startTransition, StrictMode, useLayoutEffect, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { holdRouter } from '#app/components/page-data/hold-router.ts';
import { addressOf, type PageRouter } from '#app/components/page-data/router.ts';
import { NonceContext } from '#app/protocol/nonce.ts';
import { RequestIdContext } from '#app/protocol/request-id.ts';

const requestId = document.querySelector<HTMLMetaElement>('meta[name=request-id]')?.content;
// The attribute reads as empty once the page is parsed; the property still holds the value.
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
// The scroll lock of dialogs adds a style element, which needs the nonce.
if (nonce) setNonce(nonce);

const openedAddress = addressOf(location);
let router: PageRouter | undefined;
// Remix creates its router within the first render, and listens for Back at once: the guard holds it from there on.
Object.defineProperty(window, '__remixRouter', {
  get: () => router,
  set: (created: PageRouter) => {
    router = created;
    holdRouter(created);
  },
});

/** Shows where a Back during hydration has led: until now, no component followed the router. */
function Followed({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    if (router && addressOf(router.state.location) !== openedAddress) router.revalidate();
  }, []);
  return children;
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <NonceContext.Provider value={nonce}>
        <RequestIdContext.Provider value={requestId}>
          <Followed>
            <RemixBrowser />
          </Followed>
        </RequestIdContext.Provider>
      </NonceContext.Provider>
    </StrictMode>,
  );
});
