/** A table with sealed columns, as re-encryption walks through it. */
export interface SealedTable {
  table: string;
  /** The primary key, with the types of its columns: the order of the walk. */
  key: { column: string; type: 'int' | 'int8' | 'uuid' | 'text' }[];
  /** The user whose id the seal binds to, said of a row `t`. */
  owner: string;
  /** Each with the field its seal binds to. */
  columns: Record<string, string>;
}

const id = [{ column: 'id', type: 'int' as const }];
const ownerOfJob = '(select j."ownerId" from "Job" j where j."id" = t."jobId")';

/** Every sealed column there is. */
export const sealedTables: SealedTable[] = [
  {
    table: 'Job',
    key: id,
    owner: 't."ownerId"',
    columns: {
      webhookUrl: 'job.webhookUrl',
      headers: 'job.headers',
      auth: 'job.auth',
      payload: 'job.payload',
      notificationConfig: 'job.notificationConfig',
    },
  },
  {
    table: 'JobVersion',
    key: [
      { column: 'jobId', type: 'int' },
      { column: 'version', type: 'int' },
    ],
    owner: ownerOfJob,
    columns: { snapshot: 'jobVersion.snapshot' },
  },
  {
    table: 'User',
    key: id,
    owner: 't."id"',
    columns: {
      defaultNotificationConfig: 'user.defaultNotificationConfig',
      signingSecret: 'user.signingSecret',
      previousSigningSecret: 'user.signingSecret',
    },
  },
  { table: 'ApiKey', key: id, owner: 't."userId"', columns: { value: 'ApiKey.value' } },
  { table: 'Secret', key: id, owner: 't."userId"', columns: { value: 'secret.value' } },
  {
    table: 'Channel',
    key: id,
    owner: 't."userId"',
    columns: {
      config: 'channel.config',
      lastDelivery: 'channel.lastDelivery',
      template: 'channel.template',
    },
  },
  {
    table: 'PushSubscription',
    key: id,
    owner: 't."userId"',
    columns: { subscription: 'pushSubscription.subscription' },
  },
  {
    table: 'AccessToken',
    key: [
      { column: 'ownerId', type: 'int' },
      { column: 'clientHash', type: 'text' },
    ],
    owner: 't."ownerId"',
    columns: { token: 'accessToken.token' },
  },
  {
    table: 'EventSubscription',
    key: id,
    owner: 't."ownerId"',
    columns: {
      url: 'eventSubscription.url',
      secret: 'eventSubscription.secret',
      previousSecret: 'eventSubscription.secret',
    },
  },
  { table: 'MailRecipient', key: id, owner: 't."userId"', columns: { address: 'mailRecipient.address' } },
  {
    table: 'TestRun',
    key: [{ column: 'id', type: 'uuid' }],
    owner: 't."ownerId"',
    columns: { form: 'testRun.form', result: 'testRun.result' },
  },
  {
    table: 'Notification',
    key: [{ column: 'id', type: 'int8' }],
    owner: ownerOfJob,
    columns: { config: 'notification.config', details: 'notification.details' },
  },
  {
    table: 'WatchedValue',
    key: [{ column: 'jobId', type: 'int' }],
    owner: ownerOfJob,
    columns: { value: 'watchedValue.value' },
  },
  {
    table: 'Execution',
    key: [{ column: 'id', type: 'int8' }],
    owner: ownerOfJob,
    columns: { variables: 'execution.variables', request: 'execution.request' },
  },
];
