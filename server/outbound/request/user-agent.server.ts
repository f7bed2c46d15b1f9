import { env } from '#server/env.server.ts';

/** The name under which Punctual sends requests, with the address of the page for those who get unwanted ones. */
export const userAgent = (): string => `Punctual/1.0 (+${env().APP_ORIGIN}/abuse)`;
