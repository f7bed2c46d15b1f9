import { readDisplayZone } from '#app/http/display-zone.server.ts';
import { isTimeZone } from '#domain/timezone.ts';
import { transferFormats, type TransferFormat } from '#server/transfer/types.ts';

/** What the import page sends. */
export interface ImportForm {
  text: string;
  format: TransferFormat | null;
  timeZone: string;
  /** Of the preview that is to be carried out; null asks for a preview. */
  digest: string | null;
  /** The lines come from the form of a job: the page that shows the preview does not have them yet. */
  isFromForm: boolean;
}

/** Reads the form of the import page: a chosen file counts before the text that was pasted. */
export async function readImportForm({
  form,
  request,
}: {
  form: FormData;
  request: Request;
}): Promise<ImportForm> {
  const file = form.get('file');
  const isFile = file instanceof File && file.size > 0;
  const text = isFile ? await file.text() : textOf(form.get('text'));
  const zone = textOf(form.get('timezone'));
  const format = textOf(form.get('format'));
  return {
    // A form sends its lines with CR and LF.
    text: text.replaceAll('\r\n', '\n'),
    format: transferFormats.find((one) => one === format) ?? null,
    timeZone: isTimeZone(zone) ? zone : (await readDisplayZone(request)).mine,
    digest: form.get('intent') === 'import' && !isFile ? textOf(form.get('digest')) : null,
    isFromForm: form.get('from') === 'form',
  };
}

const textOf = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '');
