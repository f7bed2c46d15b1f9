import { expect, test } from 'vitest';
import { judgeTarget } from './judge-target.server.ts';
import { makeRules } from './target-rules.server.ts';

const rules = (allowTargets: string[] = []) =>
  makeRules({ allowTargets, ownOrigin: 'https://punctual.example' });
const isTaken = (url: string, allowTargets: string[] = []) =>
  'target' in judgeTarget({ url, rules: rules(allowTargets) });

test.each([
  'https://api.example.com/run?a=b#c',
  'http://example.com',
  'HTTPS://EXAMPLE.COM:443/',
  'http://example.com:8080/',
  'https://1.1.1.1/',
  'https://[2606:4700::1111]/',
  'https://bücher.example/',
  'https://example.com./',
  'https://example.com:65535/a@b\u00fc',
])('%s may be called', (url) => {
  expect(isTaken(url)).toBe(true);
});

test.each([
  // loopback and private, in every spelling that a URL has for them
  'http://127.0.0.1/',
  'http://127.1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://0x7f.0.0.1/',
  'http://0x7f000001/',
  'http://2130706433/',
  'http://%31%32%37.0.0.1/',
  'http://①②⑦.0.0.1/',
  'http://127。0。0。1/',
  'http://127.0.0.1./',
  'http://0/',
  'http://0.0.0.0/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://192.168.0.1/',
  'http://3232235521/',
  'http://100.64.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://0xa9fea9fe/',
  'http://[::]/',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::127.0.0.1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[0:0:0:0:0:ffff:169.254.169.254]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:7f00:1::]/',
  'http://[fc00::1]/',
  'http://[fd00:ec2::254]/',
  'http://[fe80::1]/',
  'http://[fe80::1%25eth0]/',
  'http://255.255.255.255/',
  // names that are no public ones
  'http://localhost/',
  'http://localhost./',
  'http://LOCALHOST:8080/',
  'http://printer/',
  'http://punctual.example/',
  'https://PUNCTUAL.example.:8443/api/v1/jobs',
  // what two readers of a URL could take for two hosts
  'http://1.1.1.1@127.0.0.1/',
  'http://1.1.1.1 @127.0.0.1/',
  'http://user:secret@example.com/',
  'http://@example.com/',
  'http://example.com\\@127.0.0.1/',
  'http:\\\\example.com/',
  'http:/example.com/',
  'http:example.com',
  'http:///example.com/',
  '//example.com/',
  'http://exa\nmple.com/',
  'http://exa\tmple.com/',
  'http://example.com/\u0000',
  ' http://example.com/',
  'http://example.com/ ',
  '\u00a0http://example.com/',
  'http://256.256.256.256/',
  'http://[::1/',
  // other schemes and ports
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://example.com/',
  'javascript:alert(1)',
  'data:text/plain,x',
  'ws://example.com/',
  'mailto:a@example.com',
  'http://example.com:22/',
  'http://example.com:25/',
  'http://example.com:444/',
  'http://example.com:0/',
  'http://example.com:5432/',
  'http://example.com:6379/',
  'http://example.com:6667/',
  'http://example.com:99999/',
  '',
  'example.com',
])('S1 %j is refused', (url) => {
  expect(isTaken(url)).toBe(false);
});

test('an allowed pair opens exactly one address and port', () => {
  const pair = ['127.0.0.1:4010'];
  expect(isTaken('http://127.0.0.1:4010/echo@x?y', pair)).toBe(true);
  expect(isTaken('http://0x7f.1:4010/', pair)).toBe(true);
  expect(isTaken('http://127.0.0.1:4011/', pair)).toBe(false);
  expect(isTaken('http://127.0.0.2:4010/', pair)).toBe(false);
  expect(isTaken('http://[::1]:4010/', pair)).toBe(false);
  expect(isTaken('http://[::1]:4010/', ['[::1]:4010'])).toBe(true);
  expect(isTaken('http://127.0.0.1:22/', ['127.0.0.1:22'])).toBe(true);
});

test('localhost means 127.0.0.1 where that pair is allowed, and nothing elsewhere', () => {
  const judged = judgeTarget({ url: 'http://localhost:4010/', rules: rules(['127.0.0.1:4010']) });
  expect(judged).toMatchObject({ target: { address: '127.0.0.1', port: 4010 } });
  expect(isTaken('http://localhost:4010/', ['localhost:4010'])).toBe(true);
  expect(isTaken('http://localhost:4011/', ['127.0.0.1:4010'])).toBe(false);
});

test.each([
  'http://user@127.0.0.1:4010/',
  'http://127.0.0.1:4010\\@example.com/',
  'http://127.0.0.1:4010/\n',
  ' http://127.0.0.1:4010/',
  'ftp://127.0.0.1:4010/',
])('an allowed pair frees %j from no other rule', (url) => {
  expect(isTaken(url, ['127.0.0.1:4010'])).toBe(false);
});

test.each(['169.254.169.254', '169.254.0.1', '[fd00:ec2::254]', '168.63.129.16'])(
  'S4 no list opens %s',
  (address) => {
    expect(isTaken(`http://${address}:8080/`, [`${address}:8080`])).toBe(false);
  },
);

test('our own port stays closed beside an allowed one on the same machine', () => {
  const own = makeRules({
    allowTargets: ['127.0.0.1:3000', '127.0.0.1:4010'],
    ownOrigin: 'http://127.0.0.1:3000',
  });
  expect(judgeTarget({ url: 'http://127.0.0.1:3000/', rules: own })).toMatchObject({ reason: 'own_host' });
  expect(judgeTarget({ url: 'http://localhost:3000/', rules: own })).toMatchObject({ reason: 'own_host' });
  expect(judgeTarget({ url: 'http://127.0.0.1:4010/', rules: own })).toHaveProperty('target');
});

test('a refusal says what to do', () => {
  expect(judgeTarget({ url: 'http://10.0.0.1/', rules: rules() })).toEqual({
    message: 'Target not allowed. Enter an address on the public internet.',
    reason: 'address_class',
  });
});
