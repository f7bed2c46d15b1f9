/** Toasts of the settings page its script shows as well as the server: where no response came at all. */
export const addKeyFailed = 'Failed to create the API key. Please try again.';
export const signingSecretFailed = 'Failed to load the signing secret. Please try again.';
