import { RemixBrowser } from '@remix-run/react';
import { setNonce } from 'get-nonce';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { NonceContext } from '#app/http/nonce.ts';
import { RequestIdContext } from '#app/http/request-id.ts';

const requestId = document.querySelector<HTMLMetaElement>('meta[name=request-id]')?.content;
// The attribute reads as empty once the page is parsed; the property still holds the value.
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
// The scroll lock of dialogs writes a style element and asks here for its nonce.
if (nonce) setNonce(nonce);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <NonceContext.Provider value={nonce}>
        <RequestIdContext.Provider value={requestId}>
          <RemixBrowser />
        </RequestIdContext.Provider>
      </NonceContext.Provider>
    </StrictMode>,
  );
});
