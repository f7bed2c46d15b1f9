/**
 * Stands for this service's own origin in what a route declares. Routes are read before the settings are; the document
 * says the real one.
 */
export const ownOrigin = 'https://own-origin.invalid';
