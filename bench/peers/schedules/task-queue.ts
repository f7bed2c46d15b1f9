export const taskQueue = 'bench-schedules';
