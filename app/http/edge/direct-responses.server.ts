import type { ServerBuild } from '@remix-run/node';
import { isResponse } from '#app/http/pages/page-loader.server.ts';

type Module = ServerBuild['routes'][string]['module'];
type Handler = NonNullable<Module['action']> | NonNullable<Module['loader']>;

/**
 * The build, with routes without a page that keep the status and headers of `data(…)` when they are requested directly:
 * Remix drops both there, and a refusal would come with status 200. Page data (`/path.data`) has them already.
 */
export function withDirectResponses(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => [
    id,
    route.module.default ? route : { ...route, module: direct(route.module) },
  ]);
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild['routes'] };
}

function direct(module: Module): Module {
  const { loader, action } = module;
  return {
    ...module,
    ...(loader && { loader: asResponse(loader) }),
    ...(action && { action: asResponse(action) }),
  };
}

function asResponse<Run extends Handler>(run: Run): Run {
  const handler = async (args: Parameters<Run>[0]) => {
    const given: unknown = await (run as (asked: typeof args) => unknown)(args);
    if (!args.context.isDirect || given instanceof Response || !isResponse(given)) return given;
    const { data, init } = given as { data: unknown; init: ResponseInit | null };
    return Response.json(data, init ?? {});
  };
  return handler as unknown as Run;
}
