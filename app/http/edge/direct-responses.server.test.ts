import { data, type LoaderFunctionArgs, type ServerBuild } from '@remix-run/node';
import { describe, expect, test } from 'vitest';
import { withDirectResponses } from './direct-responses.server.ts';

const refused = () => data({ toast: 'Wait' }, { status: 429, headers: { 'Retry-After': '5' } });
const route = (module: object) => ({
  id: 'one',
  path: 'one',
  module: { loader: refused, action: refused, ...module },
});

type Part = 'loader' | 'action';

/** Response of a built route. */
function given({ module = {}, isDirect, part }: { module?: object; isDirect: boolean; part: Part }): unknown {
  const build = withDirectResponses({ routes: { one: route(module) } } as unknown as ServerBuild);
  const args = { context: { isDirect } } as unknown as LoaderFunctionArgs;
  return build.routes['one']?.module[part]?.(args);
}

describe.each(['loader', 'action'] as const)('the %s', (part) => {
  test('of a route without a page turns a refusal into its status, headers and data', async () => {
    const response = (await given({ isDirect: true, part })) as Response;
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '5']);
    expect(await response.json()).toEqual({ toast: 'Wait' });
  });

  test('of a page, and page data, are left to Remix', async () => {
    expect(await given({ isDirect: false, part })).toEqual(refused());
    expect(await given({ isDirect: true, part, module: { default: () => null } })).toEqual(refused());
  });

  test('returns a response unchanged', async () => {
    const own = new Response('text');
    expect(await given({ isDirect: true, part, module: { [part]: () => own } })).toBe(own);
  });
});
