// Dependencies of a history's worker process.
export { getPool } from '#server/database/db.server.ts';
export { evaluateResponse } from '#server/outbound/response/evaluate-response.server.ts';
export { startWorker } from '#worker/start-worker.ts';
