/** The key an account's page shows; regenerating replaces it, and it is not revoked by itself (D46). */
export const defaultKeyName = 'Default';
