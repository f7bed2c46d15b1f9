import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { endCommands, runCommand } from '#dev/test/run-command.ts';
import { startOwnStack } from '#dev/test/own-stack.ts';
import { none, sum, totalLine, type Tally } from '#dev/test/tally.ts';
import { runAttacks } from './attacks/run-attacks.ts';
import { tallyOfJunit } from './junit.ts';
import { attackParsers } from './parsers.ts';
import { prepareSchemathesis } from './venv.ts';

// `npm run test:fuzz` runs each part below and counts all checks: texts for every parser, then good and bad API calls,
// each response checked against the document. The short run has one seed, so its findings come from the change;
// `--full` takes longer and another seed each time, and `--seed 7` repeats the one of that number.
const options = process.argv.slice(2);
const isFull = options.includes('--full');
const shortSeed = isFull ? undefined : '1';
const seed = options.includes('--seed') ? options[options.indexOf('--seed') + 1] : shortSeed;

interface Facts {
  url: string;
  echoUrl: string;
  identityTokenUrl: string;
  accounts: { email: string; tier: string; role: string; apiKey: string }[];
}

/** The parts that run one after the other; each counts its own checks. */
const parts: readonly (() => Tally | Promise<Tally>)[] = [
  () =>
    attackParsers({
      seed: Number(seed ?? Date.now() % 1_000_000),
      secondsEach: isFull ? 5 : 0.3,
    }),
  runAttacks,
  callTheApi,
];

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, endCommands);
const tallies: Tally[] = [];
for (const part of parts) tallies.push(await part());
const tally = sum(tallies);
console.log(totalLine(tally).replace('Total: ', ''));
process.exit(tally.failed === 0 && tally.passed > 0 ? 0 : 1);

/** Calls of the API document, by a key and by a token; none where schemathesis cannot be installed. */
async function callTheApi(): Promise<Tally> {
  const found = await prepareSchemathesis();
  if ('reason' in found) {
    console.log(`Skipped: ${found.reason}`);
    return none;
  }
  const stack = await startOwnStack({ name: `fuzz-${process.pid}`, env: { RATE_LIMIT_SCALE: '100000' } });
  try {
    const facts = JSON.parse(readFileSync(stack.facts, 'utf8')) as Facts;
    const { command } = found;
    const accountOf = (tier: string) => {
      const account = facts.accounts.find((one) => one.tier === tier && one.role === 'user');
      if (!account) throw new Error(`There is no ${tier} account.`);
      return account;
    };
    const key = accountOf('ultimate').apiKey;
    const token = await tokenOf({ facts, email: accountOf('premium').email });
    // At the same time: while one waits for a response, the other checks one.
    const ended = await Promise.allSettled([
      fuzz({ command, facts, credential: key, isKey: true }),
      fuzz({ command, facts, credential: token, isKey: false }),
    ]);
    return sum(ended.map(talliedOf));
  } finally {
    await stack.remove();
  }
}

/** @throws what ended the pass */
function talliedOf(pass: PromiseSettledResult<Tally>): Tally {
  if (pass.status === 'rejected') throw pass.reason;
  return pass.value;
}

async function fuzz({
  command,
  facts,
  credential,
  isKey,
}: {
  command: string;
  facts: Facts;
  credential: string;
  isKey: boolean;
}): Promise<Tally> {
  const name = isKey ? 'key' : 'token';
  const report = resolve('.punctual', `fuzz-${process.pid}-${name}.xml`);
  const config = writeConfig(name);
  const { output } = await runCommand({
    command,
    args: [
      ...['--config-file', config, 'run', `${facts.url}/api/v1/openapi.json`],
      ...['--header', `Authorization: Bearer ${credential}`],
      ...['--report', 'junit', '--report-junit-path', report, '--no-color'],
      // A token lasts 15 minutes. In the same time a faster machine would make more, untested calls.
      ...(isFull ? ['--max-examples', '60', '--max-time', '480'] : ['--max-examples', '20']),
      // A key is not a credential for account calls.
      ...(isKey ? ['--include-path-regex', '^/(?:jobs|previews)'] : []),
      ...(seed === undefined ? [] : ['--seed', seed]),
    ],
    env: {
      ...process.env,
      FUZZ_HOOKS: resolve('tests/fuzz/hooks.py'),
      FUZZ_ECHO: facts.echoUrl,
      FUZZ_THERE: JSON.stringify(await whatIsThere({ facts, credential })),
    },
    isQuiet: true,
  });
  console.log(`By a ${name}:\n${output}`);
  const counted = tallyOfJunit(readFileSync(report, 'utf8'));
  for (const file of [report, config]) rmSync(file, { force: true });
  return counted;
}

/**
 * The rules of schemathesis.toml; the short run, which has to pass on any machine, also accepts the responses of a busy
 * one: a database or an engine that timed out (503, 502). They still have to match the document.
 */
function writeConfig(name: string): string {
  const rules = readFileSync(resolve('tests/fuzz/schemathesis.toml'), 'utf8');
  const taken = 'expected-statuses = [';
  const file = resolve('.punctual', `fuzz-${process.pid}-${name}.toml`);
  writeFileSync(file, isFull ? rules : rules.replaceAll(taken, `${taken}"502", "503", `));
  return file;
}

async function tokenOf({ facts, email }: { facts: Facts; email: string }): Promise<string> {
  const given = await fetch(`${facts.identityTokenUrl}?email=${encodeURIComponent(email)}`);
  const { id_token: token } = (await given.json()) as { id_token: string };
  const response = await fetch(`${facts.url}/api/v1/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  return ((await response.json()) as { data: { token: string } }).data.token;
}

/** The ids of a job and of an execution, by the names of the parameters. */
async function whatIsThere({ facts, credential }: { facts: Facts; credential: string }) {
  const ask = async (path: string, method = 'GET') => {
    const headers = { authorization: `Bearer ${credential}` };
    return (
      (await (await fetch(`${facts.url}/api/v1${path}`, { method, headers })).json()) as { data: never }
    ).data;
  };
  const [job] = (await ask('/jobs')) as { id: number }[];
  if (!job) throw new Error('The account has no job.');
  const { execution_id: eid } = (await ask(`/jobs/${job.id}/trigger`, 'POST')) as { execution_id: number };
  return { id: job.id, eid };
}
