import { sendRaw } from './visitor.ts';
import type { Attack, Field } from './types.ts';

const variants = [
  '/x/../api/v1/jobs',
  '/x/%2e%2e/api/v1/jobs',
  '/%2e/api/v1/jobs',
  '//api/v1/jobs',
  '/API/v1/jobs',
  '/Api/V1/Jobs',
  '/api/../dashboard/jobs/create',
  '/api/%2e%2e/dashboard/jobs/create',
  '/api\\..\\dashboard\\jobs\\create',
  '/api/v1%2f..%2f..%2fdashboard/jobs/create',
  '/webhooks/../dashboard/jobs/create',
  '/WEBHOOKS/../dashboard/jobs/create',
  '/unsubscribe/../dashboard/jobs/create',
  '/mail/stop/../../dashboard/jobs/create',
  '/Dashboard/Jobs/Create',
  '/dashboard//jobs/create',
  '/dashboard/jobs/create/',
  '/dashboard/jobs/create%00',
  '/dashboard/jobs/create%',
  '/dashboard/jobs/create;x=1',
  '/dashboard/./jobs/create',
];

/** A form from another site, sent with the cookies of a signed-in user. */
const crossSite: Attack[] = variants.map((path) => ({
  name: `a form of another site at ${path} is refused`,
  run: async (field) => {
    const { status } = await sendForm({ field, target: path });
    if (status < 300 || status === 303 || status === 302 || status >= 500)
      throw new Error(`The response was ${status}.`);
  },
}));

const hosts = ['http://evil.example', 'https://evil.example', 'http://evil.example:80'];

const foreignHosts: Attack = {
  name: 'no redirect leads to the host of an absolute request target',
  run: async ({ facts }) => {
    for (const host of hosts) {
      for (const path of [
        '/create-job',
        '/dashboard',
        '/dashboard/',
        '//evil.example/%2e%2e',
        '/x/../dashboard',
      ]) {
        const request = `GET ${host}${path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`;
        const { status, head } = await sendRaw({ origin: facts.url, request });
        if (status >= 500) throw new Error(`${host}${path}: ${status}.`);
        const location = /\r\nlocation: (\S*)/i.exec(head)?.[1] ?? '';
        if (/^(?:https?:)?\/\/(?:[^/]*\.)?evil/i.test(location) || location.startsWith('//'))
          throw new Error(`${host}${path} leads to ${location}.`);
      }
    }
  },
};

const largeBodies: Attack[] = ['/api/v1/auth/token', '/API/v1/auth/token', '/x/../api/v1/jobs', '/mcp'].map(
  (path) => ({
    name: `a body of 2 MiB at ${path} is refused`,
    run: async (field) => {
      const { status } = await sendForm({ field, target: path, bytes: 2 * 1024 * 1024 });
      if (status < 400 && status !== 308) throw new Error(`The response was ${status}.`);
      if (status >= 500) throw new Error(`The response was ${status}.`);
    },
  }),
);

async function sendForm({
  field: { facts },
  target,
  bytes = 0,
}: {
  field: Field;
  target: string;
  bytes?: number;
}): Promise<{ status: number }> {
  const body = `name=Attack&pad=${'x'.repeat(bytes)}`;
  const request = [
    `POST ${target} HTTP/1.1`,
    `Host: ${new URL(facts.url).host}`,
    'Origin: https://evil.example',
    'Sec-Fetch-Site: cross-site',
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${body.length}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
  const { status } = await sendRaw({ origin: facts.url, request });
  return { status };
}

export const pathAttacks: Attack[] = [...crossSite, foreignHosts, ...largeBodies];
