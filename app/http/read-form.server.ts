import type { ActionFunctionArgs } from '@remix-run/node';
import { AppError } from '#domain/errors.ts';

/**
 * The form that a request carries.
 * @throws AppError payload_too_large over 1 MiB; unsupported_media_type for a body that is no form
 */
export async function readForm({
  request,
  context,
}: Pick<ActionFunctionArgs, 'request' | 'context'>): Promise<FormData> {
  refuseTooLarge(context);
  // A button without fields may be sent without a body.
  if (!request.headers.has('content-type')) return new FormData();
  try {
    return await request.formData();
  } catch (cause) {
    refuseTooLarge(context);
    throw new AppError('unsupported_media_type', { message: 'The body is not a form.', cause });
  }
}

function refuseTooLarge({ isBodyTooLarge }: ActionFunctionArgs['context']): void {
  if (!isBodyTooLarge()) return;
  throw new AppError('payload_too_large', {
    message:
      'What was sent is larger than 1 MiB, or 10 MiB of an import: a form can carry no more. Nothing was saved.',
  });
}
