import { apiRoute } from '#app/http/api/api-route.server.ts';
import { documentCall } from '#app/http/api/openapi/open-api-call.server.ts';

const route = apiRoute({ get: documentCall });

export const loader = route.loader;
export const action = route.action;
