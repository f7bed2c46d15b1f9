import { expect, test } from 'vitest';
import { toErrorToast } from '#domain/error-toast.ts';
import { errorCatalogue } from '#domain/errors.ts';
import { readApiResult } from './api-result.ts';

const failed = (error: unknown, status = 400) =>
  readApiResult(Response.json({ success: false, data: null, error }, { status }));

test('reads the data of the envelope', async () => {
  const response = Response.json({ success: true, data: { id: 7 }, error: null });
  expect(await readApiResult(response)).toEqual({ data: { id: 7 }, failure: null });
});

const toastOf = async (error: unknown, status?: number) => {
  const { failure } = await failed(error, status);
  if (!failure) throw new Error('The call did not fail.');
  return toErrorToast({ ...failure, fallback: 'Failed to load user statistics' });
};

test.each(Object.entries(errorCatalogue))(
  "%s has the catalogue's title and the server's message, or else the catalogue's",
  async (type, { title, text, status }) => {
    const shown = { title, message: 'Only this once.' };
    expect((await failed({ type, message: shown.message }, status)).failure).toMatchObject({
      ...{ type, message: shown.message },
    });
    expect(await toastOf({ type, message: shown.message }, status)).toEqual(shown);
    const message = title === 'Error' ? 'Failed to load user statistics' : text;
    expect(await toastOf({ type }, status)).toEqual({ title, message });
  },
);

test('a type outside the catalogue is titled Error and keeps its message', async () => {
  const shown = { title: 'Error', message: 'Short and stout.' };
  expect(await toastOf({ type: 'teapot', message: shown.message })).toEqual(shown);
  expect((await failed({ type: 'toString' })).failure).toMatchObject({ type: 'toString', message: null });
});

test('D44: details may be an object or its JSON text', async () => {
  const details = { name: 'Give the job a name.' };
  for (const given of [details, JSON.stringify(details)]) {
    expect((await failed({ type: 'validation_error', details: given })).failure?.details).toEqual(details);
  }
  for (const given of ['{"name', '7', null, undefined]) {
    expect((await failed({ type: 'validation_error', details: given })).failure?.details).toEqual({});
  }
});

test('a response without the envelope is a failure without a message; a 401 ends the sign-in', async () => {
  const nothing = { type: null, message: null, details: {} };
  for (const response of [
    Response.error(),
    new Response('<h1>Bad Gateway</h1>', { status: 502 }),
    Response.json({ id: 7 }),
  ]) {
    expect(await readApiResult(response)).toEqual({ data: null, failure: nothing });
  }
  const { failure } = await readApiResult(new Response(null, { status: 401 }));
  expect(failure).toMatchObject({ type: 'authentication_error', message: null });
  expect(toErrorToast({ type: failure?.type ?? null, message: failure?.message })).toEqual({
    title: 'Authentication Error',
    message: 'Please log in again to continue.',
  });
});
