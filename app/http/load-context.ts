import '@remix-run/server-runtime';

declare module '@remix-run/server-runtime' {
  /** What the web process knows of a request before Remix sees it. */
  interface AppLoadContext {
    /** Of inline scripts and styles; the Content-Security-Policy header names it. */
    nonce: string;
    requestId: string;
    /** Whether the body is larger than its kind of request may be; it is known at once or while it is read. */
    isBodyTooLarge: () => boolean;
  }
}
