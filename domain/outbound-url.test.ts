import { expect, test } from 'vitest';
import { checkTargetUrl } from './outbound-url.ts';

test.each([
  'https://api.example.com/run?x=1#part',
  'HTTP://API.EXAMPLE.COM:8080',
  'https://xn--bcher-kva.example/',
  'https://[2001:db8::1]:8443/',
  'https://api.example.com/@me',
])('%s has the form of a target', (text) => {
  expect(checkTargetUrl(text)).toMatchObject({ isValid: true });
});

test.each([
  ['api.example.com/run', 'Enter a full URL'],
  ['//api.example.com', 'Enter a full URL'],
  ['ftp://api.example.com', 'Enter a full URL'],
  ['https:///api.example.com', 'Enter a full URL'],
  ['https://user:word@api.example.com', 'Remove the user name'],
  ['https://@api.example.com', 'Remove the user name'],
  [' https://api.example.com', 'a space, a backslash or a control character'],
  ['https://api.example.com\\@evil.example', 'a space, a backslash or a control character'],
  ['https://api.exa\nmple.com', 'a space, a backslash or a control character'],
  ['https://intranet/run', 'The host needs a dot'],
  ['https://api.example.com:22', 'Port 22 is not allowed.'],
  ['https://api.example.com:5432', 'Port 5432 is not allowed.'],
  ['https://api.example.com:6000', 'Port 6000 is not allowed.'],
  [`https://api.example.com/${'x'.repeat(2_048)}`, 'longer than 2,048 characters'],
])('S1 %j is refused: %s', (text, message) => {
  const checked = checkTargetUrl(text);
  expect(checked.isValid ? 'taken' : checked.message).toContain(message);
});
