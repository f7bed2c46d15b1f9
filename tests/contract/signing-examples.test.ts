import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { signMessage } from '#server/signing/sign-message.server.ts';

// The documentation's code for receivers, run unchanged against our requests.

const text = readFileSync('app/content/docs/signing.md', 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'signing-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const secret = `whsec_${Buffer.from('an old secret of 24 byte').toString('base64')}`;
const newSecret = `whsec_${Buffer.from('a new secret of 24 bytes').toString('base64')}`;
const body = '{"name":"Zoë","of":"a job"}';

interface Sent {
  headers: Record<string, string>;
  body: string;
  secret: string;
}

function sent({ at = Date.now(), secrets = [secret] }: { at?: number; secrets?: string[] } = {}): Sent {
  const webhookId = 'fire_7_1790000000';
  return {
    headers: {
      'webhook-id': webhookId,
      'webhook-timestamp': String(Math.floor(at / 1_000)),
      'webhook-signature': signMessage({ secrets, webhookId, at, payload: body }),
    },
    body,
    secret,
  };
}

const whole = sent();
const cases: [string, Sent, boolean][] = [
  ['as it was sent', whole, true],
  ['with two secrets, after a rotation', sent({ secrets: [newSecret, secret] }), true],
  ['by another secret', sent({ secrets: [newSecret] }), false],
  ['with another body', { ...whole, body: body.replace('job', 'jab') }, false],
  ['with another id', { ...whole, headers: { ...whole.headers, 'webhook-id': 'fire_8_1790000000' } }, false],
  ['of ten minutes ago', sent({ at: Date.now() - 600_000 }), false],
  ['unsigned', { ...whole, headers: { ...whole.headers, 'webhook-signature': '' } }, false],
  ['without any header', { ...whole, headers: {} }, false],
  [
    'with a timestamp that is none',
    { ...whole, headers: { ...whole.headers, 'webhook-timestamp': 'now' } },
    false,
  ],
];

function example(language: string): string {
  const [, code] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(text) ?? [];
  if (!code) throw new Error(`There is no example in ${language}.`);
  return code;
}

const has = (command: string, argument: string) => spawnSync(command, [argument]).status === 0;

/** Runs a program that reads the cases as JSON and writes one verdict each. */
function verdictsOf(command: string, args: string[]): boolean[] {
  const input = JSON.stringify(cases.map(([, given]) => given));
  return JSON.parse(execFileSync(command, args, { input, cwd: folder, encoding: 'utf8' })) as boolean[];
}

const expected = cases.map(([, , isGood]) => isGood);

test('JavaScript', async () => {
  const file = join(folder, 'signing.mjs');
  writeFileSync(file, example('js'));
  const { isSigned } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
    isSigned: (sent: Sent) => boolean;
  };
  for (const [name, given, isGood] of cases) expect(isSigned(given), name).toBe(isGood);
});

test.skipIf(!has('python3', '--version'))('Python', () => {
  const harness = `
import json, sys
print(json.dumps([is_signed(c["headers"], c["body"].encode(), c["secret"]) for c in json.load(sys.stdin)]))
`;
  writeFileSync(join(folder, 'signing.py'), example('python') + harness);
  expect(verdictsOf('python3', ['signing.py'])).toEqual(expected);
});

test.skipIf(!has('go', 'version'))('Go', { timeout: 120_000 }, () => {
  const main = `
type sent struct {
	Headers map[string]string
	Body, Secret string
}

func main() {
	var all []sent
	if err := json.NewDecoder(os.Stdin).Decode(&all); err != nil {
		panic(err)
	}
	verdicts := []bool{}
	for _, one := range all {
		header := http.Header{}
		for name, value := range one.Headers {
			header.Set(name, value)
		}
		verdicts = append(verdicts, IsSigned(header, []byte(one.Body), one.Secret))
	}
	json.NewEncoder(os.Stdout).Encode(verdicts)
}
`;
  const program = example('go')
    .replace('package signing', 'package main')
    .replace('import (', 'import (\n"encoding/json"\n"os"');
  writeFileSync(join(folder, 'main.go'), program + main);
  expect(verdictsOf('go', ['run', 'main.go'])).toEqual(expected);
});
