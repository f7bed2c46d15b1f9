import { errorFields } from '#server/error-text.server.ts';
import { log } from '#server/log.server.ts';

/**
 * Result of a decryption; null if the key is missing or the value was changed. For reads that show the rest without it;
 * the reason goes to our log.
 * @param row ids of the row for the log
 * @param message a sentence that names the value
 */
export async function decryptOrNull<Value>({
  open,
  row,
  message,
}: {
  open: () => Value | Promise<Value>;
  row: Record<string, number | string>;
  message: string;
}): Promise<Value | null> {
  try {
    return await open();
  } catch (error) {
    log().error({ ...row, ...errorFields(error) }, message);
    return null;
  }
}
