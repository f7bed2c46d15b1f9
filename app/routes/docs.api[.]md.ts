import { openApiDocument } from '#app/http/api/open-api.server.ts';
import { apiMarkdown } from '#app/presenters/api-docs/api-markdown.server.ts';
import { textAnswer } from '#app/http/text-answer.server.ts';
import { env } from '#server/env.server.ts';

/** The reference of the API for machines and terminals; anybody may read it. */
export const loader = () => {
  const origin = env().APP_ORIGIN;
  return textAnswer({
    type: 'text/markdown',
    text: apiMarkdown({ document: openApiDocument({ origin }), origin }),
  });
};
