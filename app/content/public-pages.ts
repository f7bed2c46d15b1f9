/** Addresses that anybody may read and that search engines are told of. */
export const publicPages: readonly string[] = ['/', '/docs/errors'];
