export { action, loader } from '#app/http/api/endpoints/cron-preview.server.ts';
