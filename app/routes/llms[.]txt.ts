import { openApiDocument } from '#app/http/api/openapi/open-api.server.ts';
import { llmsText } from '#app/http/api/reference/api-markdown.server.ts';
import { textResponse } from '#app/http/responses/text-response.server.ts';
import { env } from '#server/env.server.ts';

/** Entry point for language models (llmstxt.org). */
export const loader = () => {
  const origin = env().APP_ORIGIN;
  return textResponse({
    type: 'text/plain',
    text: llmsText({ document: openApiDocument({ origin }), origin }),
  });
};
