import type { FormFields } from '#app/http/forms/read-form.server.ts';
import { fileText } from '#app/protocol/file-text.ts';
import { timeZoneError } from '#domain/schedule/timezone.ts';
import { transferFormats, type ImportChoices, type TransferFormat } from '#server/transfer/types.ts';

/** The fields of the import page; take (the order of a job) and offer (its line) come once for each ticked box of the preview. */
export const importFields: FormFields = {
  names: ['text', 'format', 'timezone', 'digest', 'intent', 'from'],
  lists: ['take', 'offer'],
  files: ['file'],
};

/** Values of the import page. */
export interface SentImportForm {
  text: string;
  /** Why a chosen file is no text; then the text is empty. */
  error: string | null;
  format: TransferFormat | null;
  /** Time zone of lines without one; null where the form names none: the zone in which a new job starts. */
  timeZone: string | null;
  /** Why it is no time zone, with the one to use. */
  zoneError: string | null;
  /** Digest of the preview to carry out; null requests a preview. */
  digest: string | null;
  /** Choices on that preview; null when one is requested. */
  choices: ImportChoices | null;
  /** Refused jobs are left out: without it they keep everything from being written. */
  isGoodOnly: boolean;
  /** The lines come from the form of a job: the page that shows the preview does not have them yet. */
  isFromForm: boolean;
}

/** Reads the form of the import page: a chosen file counts before the pasted text. */
export async function readImportForm(form: FormData): Promise<SentImportForm> {
  const file = form.get('file');
  const isFile = file instanceof File && file.size > 0;
  const read = isFile
    ? fileText(new Uint8Array(await file.arrayBuffer()))
    : { text: fieldText(form.get('text')) };
  const text = 'text' in read ? read.text : '';
  const intent = form.get('intent');
  const isImport = (intent === 'import' || intent === 'import-good') && !isFile;
  const zone = fieldText(form.get('timezone'));
  const format = fieldText(form.get('format'));
  return {
    // A form sends its lines with CR and LF.
    text: text.replaceAll('\r\n', '\n'),
    format: transferFormats.find((one) => one === format) ?? null,
    timeZone: zone === '' ? null : zone,
    zoneError: zone === '' ? null : timeZoneError(zone),
    error: 'error' in read ? read.error : null,
    digest: isImport ? fieldText(form.get('digest')) : null,
    choices: isImport
      ? { taken: numbersOf(form.getAll('take')), offers: numbersOf(form.getAll('offer')) }
      : null,
    isGoodOnly: intent === 'import-good',
    isFromForm: form.get('from') === 'form',
  };
}

const numbersOf = (values: FormDataEntryValue[]) => new Set(values.map(Number));
const fieldText = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '');
