/** Where the values of secrets are sealed: they open nowhere else. */
export const secretField = 'secret.value';
