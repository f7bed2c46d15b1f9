/** A lost response: a broken connection, a gateway's page, or an incomplete body. */
export class LostResponse extends Error {
  /** Status of a gateway's response; null without any response. */
  readonly status: number | null;

  constructor({ status = null, cause }: { status?: number | null; cause?: unknown } = {}) {
    super('The response did not arrive.', { cause });
    this.name = 'LostResponse';
    this.status = status;
  }
}

/** Remix throws a plain error with this message for a body it cannot decode. */
const undecoded = 'Unable to decode turbo-stream response';

export function isLost(error: unknown): boolean {
  return error instanceof LostResponse || (error instanceof Error && error.message.startsWith(undecoded));
}
