import { formTokenField } from '#app/protocol/form-token.ts';
import { authControls, fiveFields, openedField, versionField } from './read-job-form.ts';
import { allRuleControls } from './rule-rows.ts';

// Apart from read-job-form, which pages load: only the server knows the whole form.

/** Names the controls of the job form send besides the fields of the schema. */
export const jobFormControls: readonly string[] = [
  ...fiveFields.map((field) => `builder${field}`),
  ...['builderWeekday', 'headersAs', 'headerName', 'headerValue'],
  ...['notifyAfter', 'notifyEvery', 'notifyRecovery'],
  ...['retryKind', 'retryJitter', 'authType', ...authControls, ...allRuleControls],
  // The pasted command, the pressed button, and the job a test run belongs to.
  ...['command', 'intent', 'jobId'],
  // A value of a test run a page without JavaScript takes into a field.
  ...['takeUrl', 'takeStatus', 'takeStatuses'],
  // A credential that becomes a named secret, and the offered names.
  ...['storeSecret', 'secretId', 'secretName'],
  formTokenField,
  versionField,
  openedField,
];
