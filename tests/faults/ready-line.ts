/** Message of a lane once its product has taken its ports: the next lane chooses its own after that. */
export const readyLine = 'the product is ready';
