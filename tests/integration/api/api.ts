import { vi } from 'vitest';
import { createSession } from '#server/accounts/sessions/create-session.server.ts';
import { signProductToken } from '#server/accounts/sessions/product-token.server.ts';
import { createApiKey } from '#server/api-keys/create-api-key.server.ts';
import { db } from '#server/database/db.server.ts';
import type { Prisma, User } from '#server/generated/client.ts';
import { expectDocumented } from '#tests/integration/api/documented.ts';
import { aUser } from '#tests/integration/makers.ts';
import type { TestWeb } from '#tests/integration/web/web.ts';

// Each test makes dozens of calls, next to a build of the pages.
vi.setConfig({ testTimeout: 60_000 });

export interface ParsedResponse<Data = Record<string, unknown>> {
  status: number;
  headers: Headers;
  text: string;
  body: {
    success: boolean;
    data: Data;
    error: { type: string; message: string; details: Record<string, unknown> } | null;
  } & Record<string, unknown>;
}

interface Ask {
  body?: unknown;
  headers?: Record<string, string>;
}

export interface ApiClient {
  user: User;
  credential: string;
  ask: <Data = Record<string, unknown>>(call: string, ask?: Ask) => Promise<ParsedResponse<Data>>;
}

/**
 * Calls the API, such as `POST /jobs`; a body other than text is sent as JSON. Each response has to match the document.
 */
export async function askApi<Data>(
  web: TestWeb,
  call: string,
  { body, headers = {} }: Ask = {},
): Promise<ParsedResponse<Data>> {
  const [method = 'GET', path = ''] = call.split(' ');
  const response = await web.ask(`/api/v1${path}`, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  await expectDocumented(web, { method, path, status: response.status, headers: response.headers, text });
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  const parsed = (isJson && text !== '' ? JSON.parse(text) : {}) as ParsedResponse<Data>['body'];
  return { status: response.status, headers: response.headers, text, body: parsed };
}

/** A client of the API with a key or a token. */
export async function aClient({
  web,
  kind = 'key',
  scope = 'write',
  user: given,
  owner,
}: {
  web: TestWeb;
  kind?: 'key' | 'token';
  scope?: 'read' | 'write';
  user?: Partial<Prisma.UserCreateInput>;
  /** An existing account. */
  owner?: User;
}): Promise<ApiClient> {
  const user = owner ?? (await aUser(given));
  const credential = kind === 'key' ? await aKey({ user, scope }) : await aToken(user);
  return {
    user,
    credential,
    ask: (call, { headers, ...rest } = {}) =>
      askApi(web, call, { ...rest, headers: { authorization: `Bearer ${credential}`, ...headers } }),
  };
}

async function aKey({ user, scope }: { user: User; scope: 'read' | 'write' }): Promise<string> {
  const name = crypto.randomUUID();
  return (await createApiKey({ tx: db(), userId: user.id, name, scope })).plain;
}

export async function aToken(user: User): Promise<string> {
  const request = { id: 'r', ip: '127.0.0.1', userAgent: 'test' };
  const asked = { tx: db(), userId: user.id, authenticatedAt: new Date(), request };
  const { sessionId } = await createSession(asked);
  return signProductToken({ userId: user.id, sessionId });
}

/** The required fields of a job. */
export const aBody = (given: Record<string, unknown> = {}) => ({
  name: 'Ping',
  cron: '0 * * * *',
  webhook_url: 'https://shop.example.com/ping',
  ...given,
});
