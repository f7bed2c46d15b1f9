import { useRouteLoaderData } from '@remix-run/react';
import { useCallback, useEffect, useMemo, useRef, type RefObject } from 'react';

// A session that ends while a form is filled in leads to the sign-in, and from there back to the form: what was typed is
// kept meanwhile, in this tab alone, and only for the one who typed it.

const storageKey = 'kept-form';

interface Writer {
  sessionId: number;
  email: string;
}

interface Kept extends Writer {
  /** The address of the form. */
  at: string;
  fields: [string, string][];
}

/** Who fills in the forms of this page, and by which sign-in. */
function useWriter(): Writer | null {
  const frame = useRouteLoaderData<{ sessionId: number; user: { email: string } }>('routes/dashboard');
  const sessionId = frame?.sessionId;
  const email = frame?.user.email;
  return useMemo(
    () => (sessionId === undefined || email === undefined ? null : { sessionId, email }),
    [sessionId, email],
  );
}

const here = () => location.pathname + location.search;

/**
 * Keeps a form when it is sent and when its page is left with text that was typed. What is answered needs no keeping.
 * @returns to be called when something is typed, and when the form is sent
 */
export function useKeepForm({ form, answer }: { form: RefObject<HTMLFormElement>; answer: unknown }) {
  const writer = useWriter();
  const isTyped = useRef(false);
  const keep = useCallback(() => {
    if (writer && form.current) write({ ...writer, at: here(), fields: textsOf(form.current) });
  }, [writer, form]);
  useEffect(() => {
    const leave = () => {
      if (isTyped.current) keep();
    };
    addEventListener('pagehide', leave);
    return () => removeEventListener('pagehide', leave);
  }, [keep]);
  useEffect(() => {
    if (answer) drop();
  }, [answer]);
  useEffect(
    () => () => {
      // Saved, or given up; the sign-in leads back.
      if (location.pathname !== '/login') drop();
    },
    [],
  );
  return { markTyped: useCallback(() => void (isTyped.current = true), []), keep };
}

/**
 * What was typed into the form of this address before its writer had to sign in again; once.
 * @param onFound is told soon after the page has come
 */
export function useKeptForm(onFound: (fields: FormData) => void): void {
  const writer = useWriter();
  const latest = useRef(onFound);
  latest.current = onFound;
  useEffect(() => {
    const kept = read();
    drop();
    if (!kept || !writer || kept.at !== here() || kept.email !== writer.email) return;
    // The same session: the page was left or loaded anew, as its reader meant to.
    if (kept.sessionId === writer.sessionId) return;
    const fields = new FormData();
    for (const [name, value] of kept.fields) fields.append(name, value);
    latest.current(fields);
  }, [writer]);
}

function textsOf(form: HTMLFormElement): [string, string][] {
  return [...new FormData(form)].filter((field): field is [string, string] => typeof field[1] === 'string');
}

function write(kept: Kept): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    // Storage is switched off or full: the form is left as ever.
  }
}

function read(): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}

function drop(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // There is nothing to remove.
  }
}
