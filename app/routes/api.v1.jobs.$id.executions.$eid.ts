export { action, loader } from '#app/http/api/endpoints/execution.server.ts';
