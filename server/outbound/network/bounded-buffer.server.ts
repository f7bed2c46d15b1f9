const grownBytes = 4 * 1024;
const empty = Buffer.alloc(0);

/** Buffers the body of a response, up to a limit. */
export interface BoundedBuffer {
  /** @returns false once the limit is passed: what is beyond it is left out */
  add: (chunk: Buffer) => boolean;
  bytes: () => Buffer;
}

/**
 * Copies each chunk: one of a single byte would otherwise keep the whole buffer it was read into, and a response of
 * such chunks many times its size.
 */
export function createBoundedBuffer({ limitBytes }: { limitBytes: number }): BoundedBuffer {
  let held = empty;
  let size = 0;
  return {
    add: (chunk) => {
      const taken = Math.min(chunk.length, limitBytes - size);
      if (size + taken > held.length) {
        // Most bodies are a single small chunk.
        const room = size === 0 ? taken : Math.max(grownBytes, held.length * 2, size + taken);
        const grown = Buffer.allocUnsafe(Math.min(limitBytes, room));
        held.copy(grown, 0, 0, size);
        held = grown;
      }
      chunk.copy(held, size, 0, taken);
      size += taken;
      return taken === chunk.length;
    },
    bytes: () => held.subarray(0, size),
  };
}
