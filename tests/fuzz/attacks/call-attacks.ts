import { setTimeout as sleep } from 'node:timers/promises';
import { within } from './expect.ts';
import type { Attack, Field } from './types.ts';

const endLimitMs = 40_000;
const secret = (n: number) => 'a'.repeat(4_000 - n);

/** Four secrets, each of which starts with the shorter ones. */
async function saveSecrets({ free }: Field): Promise<void> {
  for (let n = 0; n < 4; n += 1) {
    const reply = await free.post('/dashboard/settings?form=secret', [
      ['name', `ATTACK_${n}`],
      ['value', secret(n)],
    ]);
    if (reply.status >= 400) throw new Error(`The secret was not saved: ${reply.status}.`);
  }
}

const naming = Array.from({ length: 4 }, (_, n) => `{{secret.ATTACK_${n}}}`);

const calls: Record<string, (field: Field) => Record<string, string>> = {
  'secrets that a Location repeats': ({ target }) => ({
    webhookURL: `${target.url}/location`,
    httpMethod: 'POST',
    payload: naming.join('\n'),
  }),
  'a payload that names a secret 20,000 times': ({ target }) => ({
    webhookURL: `${target.url}/echo`,
    httpMethod: 'POST',
    payload: '{{secret.ATTACK_0}}'.repeat(12_000),
  }),
  'a URL that names a secret 100 times': ({ target }) => ({
    webhookURL: `${target.url}/echo?${'{{secret.ATTACK_0}}'.repeat(100)}`,
  }),
  'a body that repeats four secrets': ({ target }) => ({
    webhookURL: `${target.url}/echo`,
    httpMethod: 'POST',
    payload: naming.join('').repeat(10),
  }),
  'JSON as deep as it is long': ({ target }) => ({ webhookURL: `${target.url}/deep` }),
  'JSON of 60,000 values': ({ target }) => ({ webhookURL: `${target.url}/wide` }),
  'a body against a pattern that keeps many states': ({ target }) => ({
    webhookURL: `${target.url}/wide`,
    successCriterion: 'body_match',
    successRegex: '(1|,)*1(1|,){200}x',
  }),
};

export const callAttacks: Attack[] = Object.entries(calls).map(([name, fieldsOf]) => ({
  name: `a call with ${name} ends, and its page is small`,
  run: async (field) => {
    await saveSecrets(field);
    const { free } = field;
    const form = Object.entries({
      name: 'Attack',
      timeout: '10',
      retryCount: '0',
      timezone: 'UTC',
      ...fieldsOf(field),
    });
    const started = await within(() => free.post('/dashboard/jobs/test-runs', form));
    if (started.status >= 500) throw new Error(`The response was ${started.status}.`);
    const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(started.text)?.[0];
    if (id === undefined) return;
    const end = performance.now() + endLimitMs;
    for (;;) {
      const state = await within(() => free.ask(`/dashboard/jobs/test-runs/${id}`));
      if (state.status >= 500) throw new Error(`The result was answered ${state.status}.`);
      if (state.text.length > 2 * 1024 * 1024)
        throw new Error(`The result has ${state.text.length} characters.`);
      if (state.text.includes(secret(3).slice(0, 200))) throw new Error('A secret came back.');
      if (/ended/.test(state.text)) return;
      if (performance.now() > end) throw new Error('The test run does not end.');
      await sleep(300);
    }
  },
}));
