// What a worker process of a history is made of.
export { createPool as openPool } from '#server/database/db.server.ts';
export { evaluateResponse as judgeAnswer } from '#server/outbound/response/evaluate-response.server.ts';
export { startWorker } from '#worker/start-worker.ts';
