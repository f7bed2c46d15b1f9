import { env } from '#server/env.server.ts';

/** User agent of Punctual's requests, with the address of the abuse page. */
export const userAgent = (): string => `Punctual/1.0 (+${env().APP_ORIGIN}/abuse)`;
