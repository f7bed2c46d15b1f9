import { afterAll, beforeAll, expect, test } from 'vitest';
import { questions } from '#app/content/settings-questions.ts';
import { bulkActs } from '#app/http/forms/bulk-act.server.ts';
import { sessionCookieName } from '#app/http/session/session-cookie.server.ts';
import { createSession } from '#server/accounts/sessions/create-session.server.ts';
import { db } from '#server/database/db.server.ts';
import { routeTemplates } from '#tests/integration/web/route-templates.ts';
import { origin, startWeb, type TestWeb } from '#tests/integration/web/web.ts';
import { formsElsewhere, formsWithIds, jobForm, withoutIds } from './page-forms.ts';
import { foreignPaths, hasIds, ownPath } from './paths.ts';
import { type AccountRows, aFullAccount, type BothAccounts, bothAccounts, rowsOf } from './rows.ts';

// Sends an id of another account to every page and form of the build that takes one.

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

const patient = { timeout: 120_000 };

interface Responded {
  status: number;
  /** Body, with the toast that it leaves for the next page. */
  text: string;
  location: string;
}

/** A browser that is signed in to an account. It opens pages, and sends forms as their scripts do. */
async function aBrowserOf({ user: { id: userId } }: AccountRows) {
  const request = { id: 'r', ip: '127.0.0.1', userAgent: 'test' };
  const { token } = await createSession({ tx: db(), userId, authenticatedAt: new Date(), request });
  const cookie = `${sessionCookieName(origin)}=${token}`;
  return {
    get: (path: string) =>
      responded(web.ask(path, { headers: { cookie, accept: 'text/html', 'sec-fetch-dest': 'document' } })),
    post: (path: string, fields: Record<string, string>) => {
      const [page = '', query] = path.split('?');
      const headers = { cookie, origin, 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' };
      const body = new URLSearchParams(fields);
      const address = `${page}.data${query === undefined ? '' : `?${query}`}`;
      return responded(web.ask(address, { method: 'POST', headers, body }));
    },
  };
}

async function responded(asked: Promise<Response>): Promise<Responded> {
  const response = await asked;
  const toasts = response.headers
    .getSetCookie()
    .map((cookie) => /^toast-[\da-f]{8}=([^;.]+)/.exec(cookie)?.[1] ?? '')
    .map((value) => Buffer.from(decodeURIComponent(value), 'base64').toString());
  return {
    status: response.status,
    text: [await response.text(), ...toasts].join('\n').replaceAll('<!-- -->', ''),
    location: response.headers.get('location') ?? '',
  };
}

const absent =
  /The requested resource was not found\.|There is no such (?:event subscription|delivery)\.|That session is over already\./;

/** True for the response to an absent row: the 404 page, or a button's toast. */
const isAbsent = ({ status, text }: Responded) => status === 404 || absent.test(text);

/** True for a response of the form itself: it took effect, or refused what was typed. */
const isTaken = (response: Responded) =>
  !isAbsent(response) && response.status < 500 && ![401, 403, 429].includes(response.status);

type Part = 'loader' | 'action';

/** Addresses of the dashboard with a loader or an action. */
function addresses(part: Part): string[] {
  const found = [...routeTemplates(web.build)].filter(
    ([id, path]) => path.startsWith('/dashboard') && web.build.routes[id]?.module[part],
  );
  return [...new Set(found.map(([, path]) => path))].sort();
}

test('each address of the dashboard is in one of the tables of this folder', () => {
  const withForms = Object.keys(formsWithIds).map((path) => path.split('?')[0] ?? '');
  const byAction = addresses('action');
  expect(byAction.filter(hasIds)).toEqual([...new Set(withForms)].sort());
  const others = [...byAction, ...addresses('loader')].filter((path) => !hasIds(path));
  expect([...new Set(others)].sort()).toEqual([...Object.keys(formsElsewhere), ...withoutIds].sort());
  const elsewhere = [...routeTemplates(web.build).values()].filter((path) => path.includes(':'));
  const byToken = /^\/(?:badges|mail\/\w+|unsubscribe|docs|admin\/users)\/:/;
  expect(elsewhere.filter((path) => !/^\/(?:dashboard|api)\//.test(path) && !byToken.test(path))).toEqual([]);
});

/** Acts of the settings that name no row. */
const actsWithoutIds = [
  ...['regenerate-key', 'make-signing-secret', 'rotate-signing-secret', 'remove-signing-secret'],
  ...['sign-out-everywhere', 'checkout', 'billing', 'cancel-subscription', 'resume-subscription', 'refund'],
];

test('each act of the settings and of a selection of jobs is in the table', async () => {
  const mine = await aFullAccount();
  const acts = (formsElsewhere['/dashboard/settings/:act']?.(mine) ?? []).map(({ path }) =>
    path.split('/').at(-1),
  );
  expect([...acts, ...actsWithoutIds].sort()).toEqual(Object.keys(questions).sort());
  const bulk = (formsElsewhere['/dashboard/jobs/bulk']?.(mine) ?? []).map(({ fields }) => fields?.['act']);
  expect(bulk.sort()).toEqual(Object.keys(bulkActs).sort());
});

test("another account's id in the address of a page is a 404 that reveals nothing", patient, async () => {
  const both = await bothAccounts();
  const browser = await aBrowserOf(both.mine);
  const before = await rowsOf(both.theirs.user.id);
  const forms = Object.keys(formsWithIds).map((path) => path.split('?')[0]);
  for (const template of addresses('loader').filter(hasIds)) {
    for (const path of foreignPaths({ template, ...both })) {
      const { status, text, location } = await browser.get(path);
      expect.soft(text, path).not.toContain(both.theirs.word);
      // An address that only receives a form redirects to the page of its id, which is a 404.
      const isOfForm = status === 302 && forms.includes(template);
      if (isOfForm) expect.soft(path.startsWith(location.replace(/\/edit$/, '')), path).toBe(true);
      else expect.soft(status, path).toBe(404);
    }
    const own = await browser.get(ownPath({ template, mine: both.mine }));
    expect.soft([200, 302], template).toContain(own.status);
  }
  expect(await rowsOf(both.theirs.user.id)).toEqual(before);
});

test("a form sent to another account's id changes nothing and reveals nothing", patient, async () => {
  const both = await bothAccounts();
  const browser = await aBrowserOf(both.mine);
  const before = await rowsOf(both.theirs.user.id);
  for (const [template, forms] of Object.entries(formsWithIds)) {
    for (const path of foreignPaths({ template, ...both })) {
      for (const fields of forms) {
        const response = await browser.post(path, fields);
        const what = `${path} ${JSON.stringify(fields)} ${response.status} ${response.text}`;
        expect.soft(isAbsent(response), what).toBe(true);
        expect.soft(response.text, what).not.toContain(both.theirs.word);
      }
    }
  }
  expect(await rowsOf(both.theirs.user.id)).toEqual(before);
});

/** Ids of two accounts in one form, and another account's channel in the form of the caller's own job. */
const mixedForms = ({ mine, theirs }: BothAccounts) => {
  const resend = { path: '/dashboard/settings/resend-event', says: undefined };
  const named = ({ eventSubscription: id }: AccountRows, { delivery }: AccountRows) => ({
    ...resend,
    fields: { id: String(id), delivery: String(delivery), confirm: 'yes' },
  });
  return [
    named(mine, theirs),
    named(theirs, mine),
    {
      path: `/dashboard/jobs/${mine.job}/replay`,
      fields: { execution_ids: String(theirs.execution), as: 'current' },
      says: undefined,
    },
    {
      path: `/dashboard/jobs/${mine.job}/edit`,
      fields: { ...jobForm, rule0Channel: theirs.channelName, rule0Events: 'failure', rule0After: '1' },
      says: 'Your account has no channel',
    },
  ];
};

test("another account's id in a query or a field is absent, or ignored", patient, async () => {
  const both = await bothAccounts();
  const { mine, theirs } = both;
  const browser = await aBrowserOf(mine);
  const before = await rowsOf(theirs.user.id);
  const cases = [...Object.values(formsElsewhere).flatMap((named) => named(theirs)), ...mixedForms(both)];
  for (const { path, fields, says } of cases) {
    const response = await (fields ? browser.post(path, fields) : browser.get(path));
    const what = `${path} ${JSON.stringify(fields)} ${response.status} ${response.text}`;
    if (says === undefined) expect.soft(isAbsent(response), what).toBe(true);
    else expect.soft([isTaken(response), response.text], what).toEqual([true, expect.stringContaining(says)]);
    // A refusal repeats the name that was sent.
    const added = [theirs.channelName, theirs.secretName].reduce(
      (text, name) => text.replaceAll(name, ''),
      response.text,
    );
    expect.soft(added, what).not.toContain(theirs.word);
  }
  expect(await rowsOf(theirs.user.id)).toEqual(before);
});

/** Forms whose fields name no row of the account: an address, and an execution of another job. */
const refusedAnyway = /act=ask$|:id\/replay$/;

/** The page waits for the end of a test run, and no worker runs here. */
const isWaiting = (fields: Record<string, string> | null) => fields?.['intent'] === 'test';

test("each of these forms finds the caller's own row", patient, async () => {
  for (const [template, forms] of Object.entries(formsWithIds)) {
    if (refusedAnyway.test(template)) continue;
    const mine = await aFullAccount();
    const browser = await aBrowserOf(mine);
    for (const fields of forms.filter((one) => !isWaiting(one))) {
      const response = await browser.post(ownPath({ template, mine }), fields);
      expect.soft(isTaken(response), `${template} ${JSON.stringify(fields)} ${response.text}`).toBe(true);
    }
  }
  const mine = await aFullAccount();
  const browser = await aBrowserOf(mine);
  const cases = Object.values(formsElsewhere).flatMap((named) => named(mine));
  for (const { path, fields, says } of [...mixedForms({ mine, theirs: mine }), ...cases]) {
    if (isWaiting(fields)) continue;
    const response = await (fields ? browser.post(path, fields) : browser.get(path));
    const what = `${path} ${JSON.stringify(fields)} ${response.status} ${response.text}`;
    expect.soft(isTaken(response), what).toBe(true);
    if (says) expect.soft(response.text, what).not.toContain(says);
    // An export says nothing of ids that it leaves out.
    else if (says === '') expect.soft(response.text, what).toContain(mine.word);
  }
});
