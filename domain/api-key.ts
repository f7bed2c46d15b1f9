/** Rights of an API key: write includes read. */
export const keyScopes = ['read', 'write'] as const;
export type KeyScope = (typeof keyScopes)[number];

/** Credentials of the API: an API key, or the token that a page has for 15 minutes. */
export const callerKinds = ['token', 'key'] as const;
export type CallerKind = (typeof callerKinds)[number];
