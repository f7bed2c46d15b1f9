/** What a lane says once its product has taken its ports: the next one looks for its own after that. */
export const readyLine = 'the product is ready';
