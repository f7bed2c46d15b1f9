export { action, loader } from '#app/http/api/endpoints/job-status.server.ts';
