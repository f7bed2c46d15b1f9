export { action, loader } from '#app/http/api/endpoints/job-trigger.server.ts';
