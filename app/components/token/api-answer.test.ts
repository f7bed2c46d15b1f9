import { expect, test } from 'vitest';
import { errorCatalogue } from '#domain/errors.ts';
import { readAnswer } from './api-answer.ts';

const failed = (error: unknown, status = 400) =>
  readAnswer(Response.json({ success: false, data: null, error }, { status }));

test('what the API answers is the data of its envelope', async () => {
  const answer = Response.json({ success: true, data: { id: 7 }, error: null });
  expect(await readAnswer(answer)).toEqual({ data: { id: 7 }, failure: null });
});

test.each(Object.entries(errorCatalogue).filter(([, { status }]) => status < 500))(
  '%s has the title of the catalogue and the message of the server, else the catalogue’s',
  async (type, { title, text, status }) => {
    const told = { title, message: 'Only this once.' };
    expect((await failed({ type, message: told.message }, status)).failure).toMatchObject({ type, ...told });
    expect((await failed({ type }, status)).failure).toMatchObject({ title, message: text });
  },
);

test.each(['internal_error', 'external_service_error', 'database_error'])(
  '%s is told in the words of who asked',
  async (type) => {
    const { failure } = await failed({ type, message: errorCatalogue.internal_error.text }, 500);
    expect(failure).toEqual({ type, title: 'Error', message: null, details: {} });
  },
);

test('a type beyond the catalogue is titled Error and keeps its message', async () => {
  expect((await failed({ type: 'teapot', message: 'Short and stout.' })).failure).toMatchObject({
    ...{ type: 'teapot', title: 'Error', message: 'Short and stout.' },
  });
  expect((await failed({ type: 'toString' })).failure).toMatchObject({ title: 'Error', message: null });
});

test('D44: details are an object or JSON text of one', async () => {
  const details = { name: 'Give the job a name.' };
  for (const given of [details, JSON.stringify(details)]) {
    expect((await failed({ type: 'validation_error', details: given })).failure?.details).toEqual(details);
  }
  for (const given of ['{"name', '7', null, undefined]) {
    expect((await failed({ type: 'validation_error', details: given })).failure?.details).toEqual({});
  }
});

test('an answer without the envelope is a failure without words; of a 401 the sign-in is over', async () => {
  const nothing = { type: null, title: 'Error', message: null, details: {} };
  for (const answer of [
    Response.error(),
    new Response('<h1>Bad Gateway</h1>', { status: 502 }),
    Response.json({ id: 7 }),
  ]) {
    expect(await readAnswer(answer)).toEqual({ data: null, failure: nothing });
  }
  expect((await readAnswer(new Response(null, { status: 401 }))).failure).toMatchObject({
    ...{ type: 'authentication_error', title: 'Authentication Error' },
    message: 'Please log in again to continue.',
  });
});
