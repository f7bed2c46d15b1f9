import { useRouteLoaderData } from '@remix-run/react';
import { useCallback, useEffect, useMemo, useRef, type RefObject } from 'react';
import { onLostAct } from '#app/components/page-data/page-notices.ts';
import { mask } from '#domain/job/secret-headers.ts';

// A session that ends while a form is filled in leads to the sign-in, and from there back to the form; a save whose
// response was lost may be followed by a reload. What was typed is kept, in this tab alone, for its writer.

const storageKey = 'kept-form';

interface Writer {
  sessionId: number;
  email: string;
}

interface Kept extends Writer {
  /** The address of the form. */
  at: string;
  fields: [string, string][];
  /** The response to a save was lost: a reload of the page gives the text back too. */
  isUnconfirmed?: boolean;
}

interface Saving {
  isUnconfirmed?: boolean;
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
 * Keeps a form when it is sent and when its page is left with text that was typed. A response needs no keeping, unless it
 * is only said to be missing.
 * @param isUnconfirmed whether the form begins with the text of a save whose response was lost
 * @returns to be called when something is typed, and when the form is sent
 */
export function useKeepForm({
  form,
  result,
  isUnconfirmed = false,
}: {
  form: RefObject<HTMLFormElement>;
  result: Saving | undefined;
  isUnconfirmed?: boolean;
}) {
  const writer = useWriter();
  const isTyped = useRef(isUnconfirmed);
  const isLost = useRef(isUnconfirmed);
  const keep = useCallback(() => {
    if (!writer || !form.current) return;
    write({ ...writer, at: here(), fields: textsOf(form.current), isUnconfirmed: isLost.current });
  }, [writer, form]);
  const send = useCallback(() => {
    isLost.current = false;
    keep();
  }, [keep]);
  const keepLost = useCallback(() => {
    isLost.current = true;
    keep();
  }, [keep]);
  useEffect(() => {
    const leave = () => {
      if (isTyped.current || isLost.current) keep();
    };
    addEventListener('pagehide', leave);
    return () => removeEventListener('pagehide', leave);
  }, [keep]);
  useEffect(
    () =>
      onLostAct(({ action }) => {
        if (action === here()) keepLost();
      }),
    [keepLost],
  );
  useEffect(() => {
    if (result?.isUnconfirmed) keepLost();
    else if (result) drop();
  }, [result, keepLost]);
  useEffect(
    () => () => {
      // Saved, or given up; the sign-in leads back.
      if (location.pathname !== '/login') drop();
    },
    [],
  );
  return { markTyped: useCallback(() => void (isTyped.current = true), []), keep: send };
}

/**
 * What was typed into the form of this address before its writer had to sign in again, or before a reload that followed
 * a lost response; once.
 * @param onFound is told soon after the page has come
 */
export function useKeptForm(onFound: (found: { fields: FormData; isUnconfirmed: boolean }) => void): void {
  const writer = useWriter();
  const latest = useRef(onFound);
  latest.current = onFound;
  useEffect(() => {
    const kept = read();
    drop();
    if (!kept || !writer || kept.at !== here() || kept.email !== writer.email) return;
    // The same session: the page was left or loaded anew, as its reader meant to.
    const isUnconfirmed = kept.isUnconfirmed === true;
    if (kept.sessionId === writer.sessionId && !isUnconfirmed) return;
    const fields = new FormData();
    for (const [name, value] of kept.fields) fields.append(name, value);
    latest.current({ fields, isUnconfirmed });
  }, [writer]);
}

function textsOf(form: HTMLFormElement): [string, string][] {
  const secrets = [...form.querySelectorAll<HTMLInputElement>('input[type=password]')].map(
    ({ name }) => name,
  );
  return keptTexts({ sent: new FormData(form), secrets });
}

/**
 * The fields of a form that may be kept: a mask stands for a secret and is none.
 * @param secrets names of the fields that take a password
 */
export function keptTexts({
  sent,
  secrets,
}: {
  sent: FormData;
  secrets: readonly string[];
}): [string, string][] {
  const texts = [...sent].filter((field): field is [string, string] => typeof field[1] === 'string');
  return texts.filter(([name, text]) => text === mask || !secrets.includes(name));
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
