export { action, loader } from '#app/http/api/endpoints/channels.server.ts';
