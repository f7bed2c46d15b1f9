/** The field that identifies the submissions of one opened form. */
export const formTokenField = 'form_token';
