import { seededAccounts } from '#dev/identity/accounts.ts';
import { sealedKeyField } from '#server/api-keys/create-api-key.server.ts';
import { closeDatabase, db } from '#server/database/db.server.ts';
import { env } from '#server/env.server.ts';
import { unseal } from '#server/sealing/seal.server.ts';
import { countServiceDays } from '#server/status/count-service-days.server.ts';
import { loadZones } from '#server/zones/load-zones.server.ts';
import { moveIssuer, moveTargets } from './seed/move-along.ts';
import { seedAccount, type SeededName } from './seed/seed-account.ts';

// Fills a development database once; later starts only update the ports. Prints the accounts as JSON.
loadZones();
const issuer = env().OIDC_ISSUER;
const echoUrl = process.env.ECHO_URL ?? '';
if (!issuer.startsWith('http://127.0.0.1:') || !echoUrl) {
  throw new Error('The seed is for the local stack: npm start runs it.');
}
const names = Object.keys(seededAccounts) as SeededName[];

// Leaves a database with users of another identity provider alone: it is somebody's own.
const isTaken =
  (await db().user.count({ where: { NOT: { issuer: { startsWith: 'http://127.0.0.1:' } } } })) > 0;
if (!isTaken) {
  await moveIssuer({ issuer });
  await moveTargets({ echoUrl });
  for (const name of names) {
    const isThere = await db().user.findUnique({ where: { issuer_subject: { issuer, subject: name } } });
    if (!isThere) await seedAccount({ name, issuer, echoUrl });
  }
  // No process runs yet: everything in the ledger is settled.
  if ((await db().serviceDay.count()) === 0) await countServiceDays({ isAllSettled: true });
}
process.stdout.write(JSON.stringify(await readAccounts()));
await closeDatabase();

async function readAccounts() {
  const users = await db().user.findMany({
    where: { issuer, subject: { in: names } },
    include: { apiKeys: { where: { name: 'Default', revokedAt: null }, orderBy: { id: 'desc' }, take: 1 } },
  });
  return names.flatMap((name) => {
    const user = users.find(({ subject }) => subject === name);
    if (!user) return [];
    const [key] = user.apiKeys;
    const apiKey = key ? unseal({ sealed: key.value, userId: user.id, field: sealedKeyField }) : '';
    return [{ email: user.email, tier: user.tier, role: user.role, apiKey }];
  });
}
