export { action, loader } from '#app/http/api/endpoints/executions.server.ts';
