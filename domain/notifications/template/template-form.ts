/** Names of the fields of a form for the body of a webhook channel. */
export const templateNames = {
  choice: 'bodyChoice',
  format: 'templateFormat',
  body: 'templateBody',
  preview: 'preview',
} as const;

/** The standard body, or a template of the account. */
export const bodyChoices = ['standard', 'own'] as const;
export type BodyChoice = (typeof bodyChoices)[number];
