import { z } from 'zod';
import { plainLine } from '#domain/text/plain-text.ts';

export const apiKeyNameError = 'Give the key a name of 1 to 60 characters.';

/** The name of an API key, as the API and the settings page take it. */
export const apiKeyName = z
  .string({ error: apiKeyNameError })
  .trim()
  .min(1, { error: apiKeyNameError })
  .max(60, { error: apiKeyNameError })
  .regex(plainLine, { error: apiKeyNameError });
