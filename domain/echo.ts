/** The path that responds with the request itself: the only one of our own origin that jobs may call (decision 044). */
export const echoPath = '/echo';
