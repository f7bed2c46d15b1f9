/** The field that tells the first sending of an opened form from its repetitions. */
export const formTokenField = 'form_token';
