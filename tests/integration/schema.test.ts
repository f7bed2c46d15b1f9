import { expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';

test('the security log refuses to be changed or emptied', async () => {
  const event = await db().securityEvent.create({
    data: { type: 'INFO', code: 'login', message: 'Signed in.' },
  });
  await expect(db().securityEvent.update({ where: { id: event.id }, data: { message: '' } })).rejects.toThrow(
    'append only',
  );
  await expect(db().securityEvent.delete({ where: { id: event.id } })).rejects.toThrow('append only');
  await expect(db().$executeRawUnsafe('truncate "SecurityEvent"')).rejects.toThrow('append only');
});
