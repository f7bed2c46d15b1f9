export const queueName = 'bench';
