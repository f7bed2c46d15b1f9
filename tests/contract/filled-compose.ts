import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** The parts of a docker-compose.yml service that tests read. */
export interface Service {
  image?: string;
  ports?: string[];
  healthcheck?: { test: string[] };
  environment?: Record<string, string>;
  command?: string[];
  deploy?: { replicas?: number };
  depends_on?: Record<string, { condition: string }>;
  read_only?: boolean;
  tmpfs?: string[];
  cap_drop?: string[];
}

export const composeText = readFileSync('docker-compose.yml', 'utf8');
export const compose = parse(composeText, { merge: true }) as {
  services: Record<string, Service>;
  volumes: object;
};

/** .env.example as an operator fills it in, with new secrets each time. */
export function filledIn(): Record<string, string> {
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

/** Environment of a service. */
export function environmentOf({
  service,
  given = filledIn(),
}: {
  service: string;
  given?: Record<string, string>;
}): Record<string, string> {
  const entries = Object.entries(compose.services[service]?.environment ?? {}).map(([variable, value]) => [
    variable,
    value.replace(
      /\$\{(\w+)(?::?([?-])([^}]*))?\}/g,
      (_all, wanted: string, sign?: string, otherwise?: string) =>
        given[wanted] || (sign === '-' ? (otherwise ?? '') : ''),
    ),
  ]);
  return Object.fromEntries(entries) as Record<string, string>;
}
