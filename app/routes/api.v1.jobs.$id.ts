export { action, loader } from '#app/http/api/endpoints/job.server.ts';
