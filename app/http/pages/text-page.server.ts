import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { publicFrame } from '#app/http/pages/public-frame.server.ts';
import { anybody } from '#app/http/session/guards.server.ts';
import { textPage, type TextPageName } from '#app/presenters/docs/docs-texts.server.ts';

/** The loader of a public page of running text. */
export const textPageLoader = (name: TextPageName) =>
  pageLoader({
    guard: anybody,
    run: async ({ request }) => ({ ...textPage(name), frame: await publicFrame(request) }),
  });
