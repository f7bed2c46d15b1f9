import { expect, test } from 'vitest';
import { jobInput, type JobInput } from '#domain/job/job.ts';
import { readJobChanges } from './job-body.ts';

const job: JobInput = jobInput.parse({
  name: 'Ping',
  webhookURL: 'https://a.example/',
  cronExpression: null,
});

test('a saved channel without its URL does not block a change of another field', () => {
  for (const saved of [
    { ...job, notificationType: 'slack' as const },
    { ...job, notificationConfig: 'https://b.example/' },
  ])
    expect(readJobChanges({ timeout: 7 }).changes(saved)).toEqual({ timeoutSeconds: 7 });
});

test('a change of the channel is validated with its other fields', () => {
  const saved = { ...job, notificationType: 'slack' as const };
  for (const body of [{ notification_type: 'webhook' }, { notify_frequency: 'always' }])
    expect(() => readJobChanges(body).changes(saved)).toThrow(
      expect.objectContaining({ type: 'validation_error' }),
    );
  expect(readJobChanges({ notify_frequency: 'never' }).changes(saved)).toEqual({ notifyFrequency: 'never' });
});
