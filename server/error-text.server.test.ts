import { describe, expect, test } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { errorCode, errorFields } from './error-text.server.ts';
import { allowedFields } from './log-line.server.ts';

const parseError = (text: string) => {
  try {
    JSON.parse(text);
  } catch (error) {
    return error;
  }
  return undefined;
};

describe('a log line about an error', () => {
  test.each([
    [
      'a password of a URL',
      new Error('connect to postgres://app:hunter2@db.example.com/app failed'),
      'hunter2',
    ],
    ['an email address', new Error('no mailbox <ada@example.com> here'), 'ada@example.com'],
    ['a quoted value', new Error('invalid input syntax for type json: "hunter2"'), 'hunter2'],
    ['a document with quotes', parseError('{"password":"hunter2",}'), 'hunter2'],
    ['a quotation that was cut', new Error('Unexpected token h in "pass: hunter2'), 'hunter2'],
    ['a key of a table', new Error('Key (email, name)=(ada, hunter2) already exists.'), 'hunter2'],
    [
      'arguments of a query',
      new Error('Invalid call:\n{ data: { name: "hunter2" } }\nUnknown field'),
      'hunter2',
    ],
    [
      'a value that a database function raises without quotes',
      Object.assign(new Error('invalid value: hunter2'), { code: 'P0001' }),
      'hunter2',
    ],
    ['a token', new Error(`refused: ${'k3y'.repeat(10)}`), 'k3yk3y'],
    ['a secret of a cause', new Error('away', { cause: new Error('no https://u:hunter2@host/') }), 'hunter2'],
  ])('leaves out %s', (_what, error, secret) => {
    const fields = errorFields(error);
    expect(JSON.stringify(fields)).not.toContain(secret);
    expect(JSON.stringify(allowedFields(fields))).not.toContain(secret);
  });

  test('contains the code and the cause', () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
    const error = new Error('The pool has no connection.', { cause });
    expect(errorFields(error)).toEqual({
      code: 'Error',
      reason: 'The pool has no connection.: connect ECONNREFUSED 127.0.0.1:5432',
    });
    expect(errorFields(cause)).toEqual({
      code: 'Error ECONNREFUSED',
      reason: 'connect ECONNREFUSED 127.0.0.1:5432',
    });
    expect(allowedFields(errorFields(cause))).toEqual(errorFields(cause));
  });

  test('says why a host was not reached at any of its addresses', () => {
    const each = ['::1', '127.0.0.1'].map((address) => new Error(`connect ECONNREFUSED ${address}:7233`));
    expect(errorFields(new AggregateError(each)).reason).toBe('connect ECONNREFUSED ::1:7233');
  });

  test('contains the SQLSTATE of a database error, and our own messages', () => {
    const error = Object.assign(new Error('duplicate key value violates unique constraint "User_key"'), {
      ...{ name: 'DatabaseError', code: '23505', detail: 'Key (email)=(ada@example.com) already exists.' },
    });
    expect(errorFields(error)).toEqual({
      code: 'DatabaseError 23505',
      reason: 'DatabaseError 23505',
    });
    expect(errorFields(new AppError('not_found', { message: 'There is no such job.' })).reason).toBe(
      'There is no such job.',
    );
  });

  test('does not read an apostrophe as a quotation mark', () => {
    const error = new Error("Can't reach database server at localhost:5432");
    expect(errorFields(error).reason).toBe("Can't reach database server at localhost:5432");
  });

  test('keeps the name of an error that is as long as a token', () => {
    const error = Object.assign(new Error('away'), { name: 'PrismaClientKnownRequestError', code: 'P1001' });
    const { code } = errorFields(error);
    expect(allowedFields({ code })).toEqual({ code: 'PrismaClientKnownRequestError P1001' });
  });

  test('says unknown for a value that is not an error', () => {
    expect(errorFields('hunter2')).toEqual({ code: 'unknown', reason: 'unknown' });
    expect(errorCode(undefined)).toBe('unknown');
  });
});
