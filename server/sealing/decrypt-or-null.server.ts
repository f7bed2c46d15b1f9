import { log } from '#server/log.server.ts';
import { reasonOf } from '#server/reason-of.server.ts';

/**
 * Result of a decryption; null where a value cannot be opened, as its key is missing or it was changed. For reads that
 * show the rest without it; the reason goes to our log.
 * @param row ids that name the row in the log
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
    log().error({ ...row, reason: reasonOf(error) }, message);
    return null;
  }
}
