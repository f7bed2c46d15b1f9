import type { Reply } from './visitor.ts';

const limitMs = 10_000;

/** @throws Error: the response took longer than any person would wait */
export async function within<Result>(work: () => Promise<Result>, mostMs = limitMs): Promise<Result> {
  const began = performance.now();
  const result = await work();
  const ms = performance.now() - began;
  if (ms > mostMs) throw new Error(`It took ${ms.toFixed(0)} ms.`);
  return result;
}

/**
 * A route without a page responds 200 with the toast of the refusal: Remix drops its status.
 * @throws Error: the response is a success, a redirect or a server error
 */
export function refused({ reply, about }: { reply: Reply; about: string }): void {
  if (reply.status === 200 && /^\{"result":null,"toast":\{[^}]*"tone":"error"/.test(reply.text)) return;
  if (reply.status < 400 || reply.status >= 500)
    throw new Error(`${about}: ${reply.status}, expected a 4xx.`);
}
