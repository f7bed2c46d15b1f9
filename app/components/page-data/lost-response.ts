/** A response that did not arrive: a cut connection, a gateway's page, a body that breaks off. */
export class LostResponse extends Error {
  /** Of the gateway that responded instead; null without any response. */
  readonly status: number | null;

  constructor({ status = null, cause }: { status?: number | null; cause?: unknown } = {}) {
    super('The response did not arrive.', { cause });
    this.name = 'LostResponse';
    this.status = status;
  }
}

/** Remix throws a plain error for a body that it cannot decode. */
const undecoded = 'Unable to decode turbo-stream response';

export function isLost(error: unknown): boolean {
  return error instanceof LostResponse || (error instanceof Error && error.message.startsWith(undecoded));
}
