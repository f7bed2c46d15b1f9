import type { RequestHandler } from 'express';

/** A part of the product that /readyz asks for: resolves to whether it is there. */
export type PartCheck = () => Promise<boolean>;

const answerMs = 1_500;

/** The process is up; says nothing of the parts it depends on. */
export const healthz: RequestHandler = (_request, response) => {
  response.set('Cache-Control', 'no-store').json({ status: 'ok' });
};

/** Whether the product can do its work: 503 with the failing parts by name, always within two seconds. */
export function readyz(parts: Record<string, PartCheck>): RequestHandler {
  return (_request, response, next) => {
    failingParts(parts).then((failing) => {
      response
        .status(failing.length > 0 ? 503 : 200)
        .set('Cache-Control', 'no-store')
        .json(failing.length > 0 ? { status: 'failing', failing } : { status: 'ready' });
    }, next);
  };
}

/** The names of the parts that are not there, that fail to say so, or that take too long to. */
export async function failingParts(parts: Record<string, PartCheck>): Promise<string[]> {
  const names = Object.keys(parts);
  const isThere = await Promise.all(Object.values(parts).map((check) => inTime(check)));
  return names.filter((_name, index) => !isThere[index]);
}

async function inTime(check: PartCheck): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), answerMs);
  });
  try {
    return await Promise.race([check(), late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
