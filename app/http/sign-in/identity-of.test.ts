import { expect, test } from 'vitest';
import { identityOf } from './identity-of.ts';

const claims = { iss: 'https://id.example', sub: 'ada', iat: 1_700_000_000 };
const read = (profile: object) => identityOf({ claims, profile });

test('reads the claims of OpenID Connect', () => {
  const profile = {
    email: 'ada@example.com',
    email_verified: true,
    preferred_username: 'ada',
    given_name: 'Ada',
    family_name: 'Lovelace',
    picture: 'https://pictures.example/ada',
  };
  expect(read(profile)).toMatchObject({
    ...{ issuer: 'https://id.example', subject: 'ada', email: 'ada@example.com', isEmailVerified: true },
    ...{
      username: 'ada',
      firstName: 'Ada',
      lastName: 'Lovelace',
      pictureUrl: 'https://pictures.example/ada',
    },
  });
});

test.each([
  [true, true],
  ['true', true],
  ['false', false],
  [false, false],
  [undefined, false],
  [1, false],
])('an address with email_verified %j counts as verified: %j', (given, isVerified) => {
  expect(read({ email: 'a@example.com', email_verified: given }).isEmailVerified).toBe(isVerified);
});

test('reads a provider that sends only a full name, or a nickname', () => {
  expect(read({ name: 'Ada King Lovelace', nickname: 'countess' })).toMatchObject({
    firstName: 'Ada King',
    lastName: 'Lovelace',
    username: 'countess',
  });
  expect(read({ name: 'Ada' })).toMatchObject({ firstName: 'Ada', lastName: null });
  expect(read({ name: '  ', given_name: '' })).toMatchObject({ firstName: null, lastName: null });
  expect(read({ name: 'Ada Lovelace', given_name: 'A.' })).toMatchObject({ firstName: 'A.', lastName: null });
});

test('unusable claims count as absent: a picture over http, a name that is not a text', () => {
  expect(
    read({ picture: 'http://pictures.example/ada', given_name: 7, name: { first: 'Ada' } }),
  ).toMatchObject({
    pictureUrl: null,
    firstName: null,
  });
});
