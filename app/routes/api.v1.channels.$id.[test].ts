export { action, loader } from '#app/http/api/endpoints/channel-test.server.ts';
