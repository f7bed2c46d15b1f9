import { within } from './expect.ts';
import type { Attack, Field } from './types.ts';

/** An alias of ten aliases of ten: a text of some hundred bytes with a thousand million values. */
const bomb = ['a0: &a0 [x,x,x,x,x,x,x,x,x,x]']
  .concat(
    Array.from({ length: 9 }, (_, n) => `a${n + 1}: &a${n + 1} [${Array(10).fill(`*a${n}`).join(',')}]`),
  )
  .join('\n');

const aJob = (n: number, more: object = {}) => ({
  name: `Job ${n}`,
  cron: '0 0 * * *',
  webhook_url: 'https://example.com/',
  ...more,
});

const manyJobs = (count: number, more: object = {}) =>
  JSON.stringify(Array.from({ length: count }, (_, n) => aJob(n, more)));

/** Nested repetitions: small texts that compile to a large program. */
const costlyPattern = '((a{1,30}){1,30}b{1,30}){1,1}';

const texts: Record<string, string> = {
  'a YAML alias bomb': bomb,
  'YAML nested 40,000 deep': `a: ${'['.repeat(40_000)}`,
  'YAML of a megabyte of mappings': Array.from({ length: 60_000 }, (_, n) => `k${n}: {a: 1}`).join('\n'),
  'YAML that fills the memory of a thread': `a: [${'{b: [c, d, {e: f}]},'.repeat(200_000)}]`,
  '5,000 jobs': manyJobs(5_000),
  '1,000 jobs with costly patterns': manyJobs(1_000, {
    success_criterion: 'body_match',
    success_regex: costlyPattern,
  }),
  '1,000 jobs with patterns over the size': manyJobs(1_000, {
    success_criterion: 'body_match',
    success_regex: '(a|b)*'.repeat(1_000),
  }),
  'a crontab of 100,000 lines': '* * * * * curl https://example.com/\n'.repeat(100_000),
  'a crontab of one line of 5 MB': `* * * * * curl ${'${'.repeat(2_500_000)}`,
  'JSON nested 100,000 deep': '['.repeat(100_000),
  'a lone surrogate': '- name: "\\ud800"\n  cron: "* * * * *"\n  webhook_url: https://example.com/\n',
};

export const importAttacks: Attack[] = [
  ...Object.entries(texts).map(([name, text]) => ({
    name: `an import of ${name} ends, and harms nobody`,
    run: async ({ free }: Field) => {
      const reply = await within(() => sendImport({ visitor: free, text }), 60_000);
      if (reply.status >= 500) throw new Error(`The response was ${reply.status}.`);
    },
  })),
  {
    name: 'a small import does not wait for the large ones of another account',
    run: async ({ free, paid }) => {
      const large = texts['YAML that fills the memory of a thread'] ?? '';
      const others = Promise.allSettled(
        Array.from({ length: 6 }, () => sendImport({ visitor: free, text: large })),
      );
      const began = performance.now();
      const reply = await sendImport({ visitor: paid, text: `- ${JSON.stringify(aJob(1))}\n` });
      const ms = performance.now() - began;
      const statuses = (await others).map((one) => (one.status === 'fulfilled' ? one.value.status : 0));
      if (reply.status !== 200) throw new Error(`The small import was answered ${reply.status}.`);
      if (ms > 10_000) throw new Error(`The small import took ${ms.toFixed(0)} ms.`);
      if (statuses.some((status) => status === 0 || status >= 500))
        throw new Error(`Large imports: ${statuses.join(', ')}.`);
    },
  },
];

/** Imports a thousand valid jobs. */
export const importMany = ({ free }: Field) => sendImport({ visitor: free, text: manyJobs(1_000) });

function sendImport({ visitor, text }: { visitor: Field['free']; text: string }) {
  const form = new FormData();
  form.set('text', '');
  form.set('timezone', 'UTC');
  form.set('file', new Blob([text], { type: 'text/plain' }), 'jobs.txt');
  return visitor.ask('/dashboard/import', { method: 'POST', body: form });
}
