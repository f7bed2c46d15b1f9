export { action, loader } from '#app/http/api/endpoints/execution-replay.server.ts';
