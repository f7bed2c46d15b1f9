/** Toasts that both the server and the settings page's script show: the script, if no response arrived. */
export const addKeyFailed = 'Failed to create the API key. Please try again.';
export const signingSecretFailed = 'Failed to load the signing secret. Please try again.';
