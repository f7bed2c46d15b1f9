/**
 * Placeholder for this service's own origin in a route's declaration. Routes are read before the settings; the document
 * has the real one.
 */
export const ownOrigin = 'https://own-origin.invalid';
