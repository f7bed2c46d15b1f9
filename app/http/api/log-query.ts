import { z } from 'zod';
import { choiceOf, dateFieldsBy } from '#app/http/api/list-query.ts';
import { securityEventTypes } from '#domain/security-event.ts';

const longestSearch = 200;

/** Filters of the security log. */
export const logFields = {
  type: choiceOf({ name: 'type', of: securityEventTypes })
    .optional()
    .meta({ description: 'Filter by entry type.' }),
  query: z
    .string()
    .max(longestSearch, { error: `query has at most ${longestSearch} characters.` })
    .optional()
    .meta({ description: 'Search in message, path, code, address, user agent and request id.' }),
  ...dateFieldsBy('timestamp'),
};
