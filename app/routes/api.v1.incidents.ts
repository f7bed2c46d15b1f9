export { action, loader } from '#app/http/api/endpoints/incidents.server.ts';
