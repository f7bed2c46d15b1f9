import { refused, within } from './expect.ts';
import type { Attack, Field } from './types.ts';

const createPath = '/dashboard/jobs/create';
const settingsPath = '/dashboard/settings?form=profile';

const names = [
  'tags[4294967294]',
  'tags[99999999]',
  'tags[0][0][0][0]',
  'a.b.c.d.e',
  'name[0]',
  '__proto__',
  'constructor.prototype.x',
  '__intent__',
  '__state__',
  '[]',
  ']',
  'x'.repeat(5_000),
];

const forms = [
  createPath,
  '/dashboard/import',
  '/dashboard/jobs/bulk',
  '/dashboard/jobs/test-runs',
  '/dashboard/settings/delete',
  settingsPath,
  '/preferences',
];

/** Fields no form of the product has. */
const fieldNames: Attack[] = names.map((name) => ({
  name: `a field named ${name.slice(0, 30)} is refused by every form`,
  run: async ({ free }) => {
    for (const path of forms) {
      const reply = await within(() =>
        free.post(path, [
          ['name', 'Attack'],
          [name, 'x'],
        ]),
      );
      refused({ reply, about: `${path} with ${name.slice(0, 30)}` });
    }
  },
}));

const manyFields: Attack = {
  name: 'ten thousand fields are refused',
  run: async ({ free }) => {
    const fields = Array.from({ length: 10_000 }, (_, n): [string, string] => [`tag${n}`, 'x']);
    for (const path of forms) refused({ reply: await within(() => free.post(path, fields)), about: path });
  },
};

/** Texts that the readers of pasted commands once read repeatedly. */
const pasted: Record<string, string> = {
  '${': '${',
  'a quoted space': `curl 'https://example.test' -H 'x: y' `,
  notifications: '$(x) `y` ${z} ',
  'a backslash at the end of a line': 'curl \\\n',
  'an open brace': '{[(',
  'a lone surrogate': '\ud800',
  'an invalid escape': '%E0%A4%A',
};

const pasteWithoutSession: Attack = {
  name: 'a pasted command of a stranger is not read',
  run: async ({ stranger }) => {
    for (const piece of Object.values(pasted)) {
      const command = piece.repeat(Math.ceil((128 * 1024) / piece.length));
      const reply = await within(() =>
        stranger.post(createPath, [
          ['intent', 'fill'],
          ['command', command],
        ]),
      );
      if (reply.status !== 302 || !reply.headers.get('location')?.startsWith('/login'))
        throw new Error(`A stranger is answered ${reply.status}.`);
    }
  },
};

const longPaste: Attack = {
  name: 'a pasted command of any shape is read or refused at once',
  run: async ({ free }) => {
    for (const [name, piece] of Object.entries(pasted)) {
      for (const bytes of [60 * 1024, 128 * 1024]) {
        const reply = await within(() =>
          free.post(createPath, [
            ['intent', 'fill'],
            ['command', piece.repeat(Math.ceil(bytes / piece.length))],
          ]),
        );
        refusedOrShown({ status: reply.status, about: `${bytes} bytes of ${name}` });
      }
    }
  },
};

const hostileTexts = ['\u0000', 'a\u001fb', '\ud800', 'x'.repeat(300_000), '='.repeat(5_000)];

const hostileValues: Attack = {
  name: 'no text of a field is a server error',
  run: async (field) => {
    for (const text of hostileTexts) {
      for (const name of [
        'name',
        'description',
        'tags',
        'webhookURL',
        'headers',
        'payload',
        'cronExpression',
      ])
        await sendJob({ field, fields: { [name]: text } });
      await sendJob({ field, fields: { mode: 'cron', cronExpression: text } });
    }
  },
};

async function sendJob({ field: { free }, fields }: { field: Field; fields: Record<string, string> }) {
  const reply = await within(() => free.post(createPath, Object.entries({ intent: 'test', ...fields })));
  refusedOrShown({ status: reply.status, about: JSON.stringify(fields).slice(0, 80) });
}

function refusedOrShown({ status, about }: { status: number; about: string }): void {
  if (status >= 500) throw new Error(`${about}: ${status}.`);
}

const manyIds: Attack = {
  name: 'a bulk act of more than 1,000 ids is refused',
  run: async ({ free }) => {
    const ids = Array.from({ length: 5_000 }, (_, n) => String(n + 1));
    for (const act of ['pause', 'resume', 'delete', 'restore', 'run']) {
      const named = await within(() =>
        free.post('/dashboard/jobs/bulk', [
          ['act', act],
          ['ids', ids.join(',')],
        ]),
      );
      // A page without JavaScript is redirected with a toast: the assertion is that nothing was done.
      if (named.status >= 500) throw new Error(`bulk ${act}: ${named.status}.`);
      const ticked = ids.map((id): [string, string] => ['job_ids', id]);
      const reply = await within(() => free.post('/dashboard/jobs/bulk', [['act', act], ...ticked]));
      refused({ reply, about: `bulk ${act}` });
    }
  },
};

export const formAttacks: Attack[] = [
  ...fieldNames,
  manyFields,
  pasteWithoutSession,
  longPaste,
  hostileValues,
  manyIds,
];
