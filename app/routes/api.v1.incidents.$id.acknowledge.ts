export { action, loader } from '#app/http/api/endpoints/incident-acknowledge.server.ts';
