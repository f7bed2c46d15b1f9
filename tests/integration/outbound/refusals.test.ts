import { expect, test } from 'vitest';
import { db } from '#server/db.server.ts';
import { recordRefusal } from '#server/outbound/record-refusal.server.ts';
import { checkInput } from '#server/jobs/check-input.server.ts';

const owner = { id: 41, tier: 'free', request: { id: 'r-1', ip: '192.0.2.9', userAgent: 'curl/8' } } as const;
const eventsOf = (actorId: number) => db().securityEvent.findMany({ where: { actorId } });

test('S19 a save with an inner address is refused, and the security log has the reason', async () => {
  const input = { webhookUrl: 'http://169.254.169.254/latest', successRegex: null };
  await expect(checkInput({ input, owner, jobId: 7 })).rejects.toThrow(/^Target not allowed/);
  const [event, ...more] = await eventsOf(owner.id);
  expect(more).toEqual([]);
  expect(event).toMatchObject({ code: 'target_blocked', type: 'SUSPICIOUS', subjectId: 7, requestId: 'r-1' });
  expect(event?.message).toContain('reason address_class, host 169.254.169.254');
});

test('S19 a job that is to call us is in the security log by that name', async () => {
  await recordRefusal({
    reason: 'own_host',
    url: 'https://punctual.example/api?key=secret',
    actorId: 42,
    subjectId: 8,
  });
  const [event] = await eventsOf(42);
  expect(event).toMatchObject({ code: 'self_call', subjectId: 8 });
  expect(event?.message).not.toContain('secret');
});

test('a mistyped URL is no matter for the security log', async () => {
  const input = { webhookUrl: 'https://example', successRegex: null };
  await expect(checkInput({ input, owner: { ...owner, id: 43 } })).rejects.toThrow('dot');
  expect(await eventsOf(43)).toEqual([]);
});
