import type { Page } from '@playwright/test';
import pg from 'pg';
import type { StackFacts } from '#dev/stack/facts.ts';
import { expect } from './fixtures.ts';

// Effects of time or a purchase on an account, applied at once in the database.

/** The signed-in account of the page, by its product token. */
export async function accountOn(page: Page): Promise<{ id: number; email: string; token: string }> {
  const storedToken = () => page.evaluate(() => localStorage.getItem('jwt_token'));
  await expect.poll(storedToken).not.toBeNull();
  const token = (await storedToken()) ?? '';
  const headers = { authorization: `Bearer ${token}` };
  const response = await page.request.get('/api/v1/auth/user', { headers });
  const { data } = (await response.json()) as { data: { user: { id: number; email: string } } };
  return { ...data.user, token };
}

/** Disables the channels of the account, as deliveries that keep failing do. */
export const disableChannels = (asked: Asked) =>
  change({
    ...asked,
    statement: `update "Channel" set "disabledAt" = now(), "disabledReason" = 'status_rejected' where "userId" = $1`,
  });

const setTier = ({ tier, ...asked }: Asked & { tier: string }) =>
  change({ ...asked, statement: `update "User" set "tier" = $2::"Tier" where "id" = $1`, values: [tier] });

/** Gives the account the plan with the API. */
export const makePremium = (asked: Asked) => setTier({ ...asked, tier: 'premium' });

/** Gives the account the largest plan. */
export const makeUltimate = (asked: Asked) => setTier({ ...asked, tier: 'ultimate' });

/** Gives the account a named Slack channel; its settings are not read by the pages of rules. */
export const addChannel = ({ name, ...asked }: Asked & { name: string }) =>
  change({
    ...asked,
    statement: `insert into "Channel" ("userId", "name", "kind", "config") values ($1, $2, 'slack', 'sealed')`,
    values: [name],
  });

/** Makes the account's sign-in an hour old: too old for the key. */
export const ageSignIn = (asked: Asked) =>
  change({
    ...asked,
    statement: `update "Session" set "authenticatedAt" = now() - interval '1 hour' where "userId" = $1`,
  });

/** Ends every session of the account, as a sign-out elsewhere does. */
export const endSessions = (asked: Asked) =>
  change({ ...asked, statement: `delete from "Session" where "userId" = $1` });

/** Sets the names from the sign-in, without a picture. */
export const setNames = ({
  firstName,
  username,
  ...asked
}: Asked & { firstName: string | null; username: string }) =>
  change({
    ...asked,
    statement: `update "User" set "profileImageUrl" = null, "firstName" = $2, "username" = $3 where "id" = $1`,
    values: [firstName, username],
  });

/** Resets the account's push messages: never asked, no browsers. */
export const forgetPush = async ({ facts, userId }: Asked) => {
  await change({
    ...{ facts, userId },
    statement: `with gone as (delete from "PushSubscription" where "userId" = $1)
      update "User" set "pushAskedAt" = null where "id" = $1`,
  });
};

/** Uses up the account's limit of sent forms until that time from now, in milliseconds. */
export const useUpForms = ({ forMs, ...asked }: Asked & { forMs: number }) =>
  change({
    ...asked,
    statement: `insert into "RateLimit" ("key", "points", "expire") values ('form:' || $1, 1000000000, $2)
      on conflict ("key") do update set "points" = excluded."points", "expire" = excluded."expire"`,
    values: [String(Date.now() + forMs)],
  });

/** The account with that address. */
export async function accountOf({ facts, email }: { facts: StackFacts; email: string }): Promise<number> {
  const client = new pg.Client({ connectionString: facts.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ id: number }>(`select "id" from "User" where "email" = $1`, [email]);
  await client.end();
  return rows[0]?.id ?? 0;
}

interface Asked {
  facts: StackFacts;
  userId: number;
}

async function change({
  facts,
  userId,
  statement,
  values = [],
}: Asked & { statement: string; values?: (string | null)[] }): Promise<void> {
  const client = new pg.Client({ connectionString: facts.databaseUrl });
  await client.connect();
  const { rowCount } = await client.query(statement, [userId, ...values]);
  await client.end();
  expect(rowCount).toBeGreaterThan(0);
}
