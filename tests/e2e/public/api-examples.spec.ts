import type { Page } from '@playwright/test';
import { languages, type Language } from '#app/presenters/api-docs/choices.ts';
import type { StackFacts } from '#dev/stack/facts.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { untilHydrated } from '#tests/e2e/job-steps.ts';
import { lackOf, prepareExamples, startRecorder, type Exchange, type Ran } from '#tests/e2e/run-example.ts';

// Runs every example of the page, as shown with the key, against the running product.

test.use({ who: 'premium' });

interface Shown {
  id: string;
  call: string;
  code: string;
  status: number;
  /** The documented response; null for one without a body. */
  response: unknown;
}

/** All visible and folded text about each call. */
async function readExamples({ page, language }: { page: Page; language: Language }): Promise<Shown[]> {
  await page.goto(`/dashboard/api-docs?lang=${language}`);
  await untilHydrated(page);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByRole('button', { name: 'Hide', exact: true }).waitFor();
  const label = languages.find(({ value }) => value === language)?.label ?? '';
  const reference = page.getByRole('region', { name: 'API Reference', exact: true });
  return reference.locator('details').evaluateAll((calls, name) => {
    const textOf = (call: Element, selector: string) => call.querySelector(selector)?.textContent ?? '';
    return calls.map((call) => {
      const response = textOf(call, 'pre[aria-label*=", response "]');
      return {
        id: call.querySelector('div[id]')?.id ?? '',
        call: `${textOf(call, 'summary b')} ${textOf(call, 'summary code')}`,
        code: textOf(call, `pre[aria-label$=", ${name}"]`),
        status: Number(textOf(call, 'h3 .text-success')),
        response: response === '' ? null : (JSON.parse(response) as unknown),
      };
    });
  }, label);
}

/** The account's own jobs and executions in place of the document's. */
async function makePlaces(facts: StackFacts) {
  const key = facts.accounts.find(({ tier }) => tier === 'premium')?.apiKey ?? '';
  const ask = async <Data>(call: string, body?: unknown) => {
    const [method = '', path = ''] = call.split(' ');
    const response = await fetch(`${facts.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${call}: ${response.status} ${await response.text()}`);
    const text = await response.text();
    return (text === '' ? null : (JSON.parse(text) as { data: Data }).data) as Data;
  };
  const make = async (path: string, retries = 0) => {
    const job = { name: 'Example', cron: null, webhook_url: facts.echoUrl + path, retry_count: retries };
    return (await ask<{ id: number }>('POST /jobs', job)).id;
  };
  const run = async (id: number) =>
    (await ask<{ execution_id: number }>(`POST /jobs/${id}/trigger`)).execution_id;
  const [job, changed, removed, many, failing] = [
    await make('/'),
    await make('/'),
    await make('/'),
    await make('/'),
    await make('/status/503', 9),
  ];
  const execution = await run(job);
  const waiting = await run(failing);
  const test = await ask<{ execution_id: string }>('POST /jobs/test', { webhook_url: facts.echoUrl });
  const read = (id: number, eid: number) =>
    ask<{ outcome: string | null; retry_at: string | null }>(`GET /jobs/${id}/executions/${eid}`);
  const untilEnded = () =>
    expect.poll(async () => (await read(job, execution)).outcome, { timeout: 20_000 }).toBe('success');
  // Each time for a later attempt than before: the last one's plan stays in the ledger until the next is claimed.
  let last: string | null = null;
  // A program that starts during the wait could miss the waiting execution.
  const startMs = 3_500;
  const untilWaiting = async () => {
    const before = last;
    const planned = async () => {
      last = (await read(failing, waiting)).retry_at;
      return last !== null && last !== before && Date.parse(last) - Date.now() > startMs;
    };
    await expect.poll(planned, { timeout: 20_000 }).toBe(true);
  };
  return {
    key,
    jobs: { job, changed, removed, many, failing },
    executions: { execution, waiting },
    testRun: test.execution_id,
    untilEnded,
    untilWaiting,
    remove: (ids: number[]) => ask('POST /jobs/bulk/delete', { job_ids: ids }),
  };
}

type Places = Awaited<ReturnType<typeof makePlaces>>;

/** The example with existing ids, as a reader would fill them in. */
function inPlace({
  shown: { call, code },
  places: { jobs, executions, testRun },
}: {
  shown: Shown;
  places: Places;
}): string {
  const isOfWaiting = /\/(?:retry|stop)$/.test(call);
  const isChange = /^(?:PUT|PATCH)/.test(call);
  const job = isOfWaiting
    ? jobs.failing
    : call.startsWith('DELETE')
      ? jobs.removed
      : isChange
        ? jobs.changed
        : jobs.job;
  const execution = isOfWaiting ? executions.waiting : executions.execution;
  return code
    .replaceAll(/\/jobs\/test\/[\w-]+/g, `/jobs/test/${testRun}`)
    .replaceAll(/\/jobs\/\d+/g, `/jobs/${job}`)
    .replaceAll(/\/executions\/\d+/g, `/executions/${execution}`)
    .replace(/(job_ids"?: \[)[\d,\s]+\]/, `$1${jobs.many}]`);
}

/** Printed data of the response. */
function dataIn({ language, ran }: { language: Language; ran: Ran }): unknown {
  const [, text = ''] = language === 'go' ? (/^\d{3} ([^]*)$/.exec(ran.stdout) ?? []) : [null, ran.stdout];
  const parsed = JSON.parse(text) as { data: unknown };
  return language === 'curl' || language === 'go' ? parsed.data : parsed;
}

// Keys chosen by targets and headers, not by us.
const free = new Set(['response', 'headers', 'response_headers', 'phases']);

/** A job's authentication has different fields for each type. */
function isOtherMember({ documented, actual }: { documented: unknown; actual: unknown }): boolean {
  const [one, other] = [documented, actual] as { type?: string; password?: string }[];
  return one?.password !== undefined && typeof other?.type === 'string' && one.type !== other.type;
}

/** Reports whether a response has every documented field, of the same kind where both have a value. */
function expectShaped({
  documented,
  actual,
  what,
}: {
  documented: unknown;
  actual: unknown;
  what: string;
}): void {
  if (documented === null || actual === null) return;
  expect(Array.isArray(actual) ? 'array' : typeof actual, what).toBe(
    Array.isArray(documented) ? 'array' : typeof documented,
  );
  if (Array.isArray(documented)) {
    const [first] = documented as unknown[];
    const [found] = actual as unknown[];
    if (first !== undefined && found !== undefined)
      expectShaped({ documented: first, actual: found, what: `${what}[0]` });
    return;
  }
  if (typeof documented !== 'object') return;
  if (isOtherMember({ documented, actual })) return;
  for (const [name, value] of Object.entries(documented)) {
    expect(Object.keys(actual as object), what).toContain(name);
    if (!free.has(name)) {
      const found = (actual as Record<string, unknown>)[name];
      expectShaped({ documented: value, actual: found, what: `${what}.${name}` });
    }
  }
}

for (const { value: language, label } of languages) {
  test(`each example in ${label} runs as shown and gets the documented response`, async ({
    page,
    facts,
  }) => {
    const lack = lackOf(language);
    test.skip(lack !== null, lack ?? '');
    test.setTimeout(240_000);
    // The plan of this account has no events, and it has no channels and incidents.
    const shown = (await readExamples({ page, language })).filter(
      ({ call }) => !/\/(?:event-subscriptions|metrics|channels|notification-rules)(?:\/|$)|\/incidents\/\{/.test(call),
    );
    expect(shown.length).toBeGreaterThan(14);

    const places = await makePlaces(facts);
    const recorder = await startRecorder(facts.url);
    const programs = new Map(
      shown.map((one) => [one.id, inPlace({ shown: one, places }).replaceAll(facts.url, recorder.origin)]),
    );
    const prepared = await prepareExamples({ language, programs });
    const made: number[] = Object.values(places.jobs);
    try {
      await places.untilEnded();
      for (const { id, call, status, response } of shown) {
        await test.step(call, async () => {
          if (/\/(?:retry|stop)$/.test(call)) await places.untilWaiting();
          const ran = await prepared.run(id);
          const exchange: Exchange | undefined = recorder.exchanges.at(-1);
          const what = `${call}\n${programs.get(id) ?? ''}\n${ran.stdout}${ran.stderr}`;
          expect(exchange?.status, what).toBe(status);
          expect(ran.exitCode, what).toBe(0);
          expect(exchange?.authorization, call).toBe(`Bearer ${places.key}`);
          if (call === 'POST /api/v1/jobs') made.push((exchange?.body?.data as { id: number }).id);
          if (response === null) {
            expect(exchange?.body, call).toBeNull();
            return;
          }
          expectShaped({ documented: response, actual: exchange?.body, what: call });
          expect(dataIn({ language, ran }), what).toEqual(exchange?.body?.data);
        });
      }
    } finally {
      recorder.stop();
      prepared.remove();
      await places.remove(made);
    }
  });
}
