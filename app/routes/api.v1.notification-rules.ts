import { apiCall, apiRoute } from '#app/http/api/api-route.server.ts';
import { anyFields, refusal } from '#app/http/api/check-input.ts';
import { describedResponse } from '#app/http/api/openapi/described-responses.ts';
import { defaultRulesBody, defaultRulesSchema } from '#app/presenters/api/rule-schema.ts';
import { readDefaultRules } from '#domain/notifications/default-rules.ts';
import { readDefaults, saveDefaults } from '#server/notifications/rules/default-rules.server.ts';

const route = apiRoute({
  get: apiCall({
    operation: 'getNotificationDefaults',
    summary: 'Get the notification defaults of the account',
    responses: describedResponse('The defaults.', defaultRulesSchema),
    run: async ({ owner }) => ({ data: await readDefaults({ ownerId: owner.id }) }),
  }),
  put: apiCall({
    operation: 'setNotificationDefaults',
    summary: 'Replace the notification defaults of the account',
    responses: describedResponse('The defaults.', defaultRulesSchema),
    body: anyFields,
    reads: defaultRulesBody,
    run: async ({ owner, body }) => {
      const { account, tags, ...others } = body;
      const unknown = Object.keys(others).map((name): [string, string] => [
        name,
        `${name.slice(0, 100)} is not known here. Use account and tags.`,
      ]);
      if (unknown.length > 0) throw refusal(unknown);
      const saved = await saveDefaults({
        owner,
        change: (before) => {
          const read = readDefaultRules({ given: { account, tags }, before });
          if ('errors' in read) throw refusal(Object.entries(read.errors));
          return read.rules;
        },
      });
      return { data: saved };
    },
  }),
});

export const loader = route.loader;
export const action = route.action;
