import { expect, test } from 'vitest';
import { targetError } from './job-target.ts';

test.each([
  ['https://api.example.com/run?at={{scheduled_for}}', 'webhook'],
  ['https://api.example.com/{{job_id}}', null],
  ['mailto:ops@example.com', 'email'],
  ['MAILTO:ops@example.com?subject=Nightly%20report', null],
] as const)('%s is a valid target of a %s job', (text, type) => {
  expect(targetError({ text, type })).toBeNull();
});

test.each([
  ['api.example.com', 'webhook', 'Enter a full URL'],
  ['mailto:ops@example.com', 'webhook', 'A webhook job needs a URL'],
  ['https://api.example.com', 'email', 'An email job needs an address'],
  ['https://{{secret.HOST}}/run', 'webhook', 'cannot hold a variable'],
  ['https://api.example.com:{{attempt}}/run', 'webhook', 'cannot hold a variable'],
  ['mailto:', 'email', 'Write one address'],
  ['mailto:ops', 'email', 'Write one address'],
  ['mailto:a@example.com,b@example.com', 'email', 'Write one address'],
  ['mailto:a@example.com%2Cb@example.com', 'email', 'Write one address'],
  ['mailto:a@example.com%0d%0aBcc:b@example.com', 'email', 'Write one address'],
  ['mailto:{{secret.TO}}@example.com', 'email', 'Write one address'],
  ['mailto:a@exam\u200bple.com', 'email', 'invisible character'],
  ['mailto:a@exam%C2%ADple.com', 'email', 'invisible character'],
  ['mailto:a@example.com%00', 'email', 'invisible character'],
  ['mailto:a\u202e@example.com', 'email', 'invisible character'],
  ['mailto:a@example.c\ufe0fom', 'email', 'invisible character'],
  ['mailto:a@\ue000.example.com', 'email', 'invisible character'],
  ['mailto:a\u3000@example.com', 'email', 'Write one address'],
  ['mailto:a@example.com?cc=b@example.com', 'email', 'Only a subject'],
  ['mailto:a@example.com?subject=x&bcc=b@example.com', 'email', 'Only a subject'],
  ['mailto:a@example.com?subject=x%0d%0aBcc:b@example.com', 'email', '200 characters on one line'],
  [`mailto:a@example.com?subject=${'x'.repeat(201)}`, 'email', '200 characters on one line'],
] as const)('%s is refused as the target of a %s job: %s', (text, type, message) => {
  expect(targetError({ text, type })).toContain(message);
});
