export { action, loader } from '#app/http/api/endpoints/jobs.server.ts';
