import { MIMEType } from 'node:util';
import type { ActionFunctionArgs } from '@remix-run/node';
import { AppError } from '#domain/errors.ts';

const mostFields = 200;
const longestName = 100;
/** Ids that one form may list (D41a). */
export const mostListed = 1_000;

/** The fields a form may send; every other name is refused. */
export interface FormFields {
  names: readonly string[];
  /** Fields a page sends once for each ticked row, at most 1,000 times. */
  lists?: readonly string[];
  /** Fields that may carry a file. */
  files?: readonly string[];
}

/** A form without fields. */
export const noFields: FormFields = { names: [] };

/**
 * The form of a request. Its fields are counted before parsing, and their names are checked before a schema walks them:
 * a name such as `tags[4294967294]` would become an array of that length.
 * @throws AppError payload_too_large over 1 MiB; unsupported_media_type for a body that is no form; validation_error
 *   for more than 200 fields, an unknown field or an unexpected file
 */
export async function readForm({
  request,
  context,
  fields,
}: Pick<ActionFunctionArgs, 'request' | 'context'> & { fields: FormFields }): Promise<FormData> {
  refuseTooLarge(context);
  // A button without fields may be sent without a body.
  const sent = request.headers.get('content-type');
  if (sent === null) return new FormData();
  const type = readType(sent);
  const body = await readBody({ request, context });
  refuseTooMany({ body, type, most: mostFields + (fields.lists?.length ?? 0) * mostListed });
  const form = await parse({ body, type });
  checkFields({ form, fields });
  return form;
}

async function readBody({ request, context }: Pick<ActionFunctionArgs, 'request' | 'context'>) {
  try {
    return Buffer.from(await request.arrayBuffer());
  } catch (cause) {
    refuseTooLarge(context);
    throw new AppError('validation_error', { message: 'The body broke off.', cause });
  }
}

interface FormType {
  /** The same boundary as the parser's: the count and the parse agree. */
  text: string;
  /** Between the parts of a multipart form; null for pairs with `&` between. */
  boundary: string | null;
}

function readType(sent: string): FormType {
  const { essence, params } = mimeOf(sent);
  if (essence === 'application/x-www-form-urlencoded') return { text: essence, boundary: null };
  const boundary = params.get('boundary');
  if (essence !== 'multipart/form-data' || !boundary) throw noForm();
  const plain = new MIMEType(essence);
  plain.params.set('boundary', boundary);
  return { text: plain.toString(), boundary };
}

function mimeOf(sent: string): MIMEType {
  try {
    return new MIMEType(sent);
  } catch (cause) {
    throw noForm(cause);
  }
}

const noForm = (cause?: unknown) =>
  new AppError('unsupported_media_type', { message: 'The body is not a form.', cause });

async function parse({ body, type }: { body: Buffer<ArrayBuffer>; type: FormType }): Promise<FormData> {
  try {
    return await new Response(body, { headers: { 'Content-Type': type.text } }).formData();
  } catch (cause) {
    throw noForm(cause);
  }
}

/** A part of a form has a line or three: its name, the name of a file, its type. The parser takes any number. */
const mostHeadLines = 8;
const longestHead = 2_048;

/**
 * Counts the separators of the fields without parsing them, and refuses a part with a head that would take long to
 * read.
 */
function refuseTooMany({
  body,
  type: { boundary },
  most,
}: {
  body: Buffer<ArrayBuffer>;
  type: FormType;
  most: number;
}): void {
  const mark = boundary === null ? '&' : `--${boundary}`;
  // Each part of a multipart body begins with the mark, and one more ends the body.
  const fence = boundary === null ? most - 1 : most + 1;
  let count = 0;
  for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + mark.length)) {
    count += 1;
    if (count > fence) throw new AppError('validation_error', { message: tooMany(most) });
    if (boundary !== null && !hasShortHead({ body, at: at + mark.length }))
      throw new AppError('validation_error', { message: oddPart });
  }
}

function hasShortHead({ body, at }: { body: Buffer<ArrayBuffer>; at: number }): boolean {
  const head = body.subarray(at, at + longestHead).toString('latin1');
  const end = head.indexOf('\r\n\r\n');
  return head.startsWith('--') || (end >= 0 && head.slice(0, end).split('\r\n').length <= mostHeadLines + 1);
}

function checkFields({
  form,
  fields: { names, lists = [], files = [] },
}: {
  form: FormData;
  fields: FormFields;
}) {
  const known = new Set([...names, ...lists, ...files]);
  const listed = new Map<string, number>();
  let others = 0;
  for (const [name, value] of form) {
    if (name.length > longestName) throw refused({ name, why: `is longer than ${longestName} characters` });
    if (!known.has(name)) throw refused({ name, why: 'is not known' });
    if (typeof value !== 'string' && !files.includes(name)) throw refused({ name, why: 'takes no file' });
    if (lists.includes(name)) listed.set(name, (listed.get(name) ?? 0) + 1);
    else others += 1;
  }
  if (others > mostFields) throw new AppError('validation_error', { message: tooMany(mostFields) });
  for (const [name, count] of listed) if (count > mostListed) throw tooManyListed(name);
}

const oddPart =
  'A form field is not encoded as browsers do it. Reload the page and send the form from there.';
const tooMany = (most: number) => `The form has more than ${most} fields. Nothing was saved.`;

function refused({ name, why }: { name: string; why: string }): AppError {
  const shown = JSON.stringify(name.slice(0, longestName));
  const message = `The field ${shown} ${why}. Reload the page and send the form from there.`;
  return new AppError('validation_error', { message, details: { [name.slice(0, longestName)]: message } });
}

/** The error of a list of ids that is too long, under the name of its field. */
export function tooManyListed(field: string): AppError {
  const message = `The field ${field} can name ${mostListed.toLocaleString('en-US')} jobs. Select fewer.`;
  return new AppError('validation_error', { message, details: { [field]: message } });
}

function refuseTooLarge({ isBodyTooLarge }: ActionFunctionArgs['context']): void {
  if (!isBodyTooLarge()) return;
  throw new AppError('payload_too_large', {
    message: 'The form is larger than 1 MiB (10 MiB for an import). Nothing was saved.',
  });
}
