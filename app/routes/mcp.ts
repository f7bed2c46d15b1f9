import { serveMcp } from '#app/http/mcp/serve-mcp.server.ts';

export const loader = serveMcp;
export const action = serveMcp;
