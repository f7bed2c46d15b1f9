import { useRouteLoaderData } from '@remix-run/react';
import { useCallback, useEffect, useMemo, useRef, type RefObject } from 'react';
import { onLostAct } from '#app/components/page-data/page-notices.ts';
import { mask } from '#domain/job/secret-headers.ts';

// If a session ends while a form is filled in, the sign-in returns to the form; a save with a lost response
// may be followed by a reload. The typed text is kept only in this tab and for the same user.

const storageKey = 'kept-form';

interface Writer {
  sessionId: number;
  email: string;
}

interface Kept extends Writer {
  /** URL of the form, path and query. */
  at: string;
  fields: [string, string][];
  /** The response to a save was lost: a reload of the page also restores the text. */
  isUnconfirmed?: boolean;
}

interface Saving {
  isUnconfirmed?: boolean;
}

/** User of this page's forms: account and sign-in. */
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
 * Keeps a form when it is sent, and when its page is left with typed text. A response removes the kept form,
 * unless the response reports an unconfirmed save.
 * @param isUnconfirmed the form starts with the text of a save whose response was lost
 * @returns functions to call on input and on submit
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
      // Saved or abandoned; only a sign-in returns to the form.
      if (location.pathname !== '/login') drop();
    },
    [],
  );
  return { markTyped: useCallback(() => void (isTyped.current = true), []), keep: send };
}

/**
 * Returns once the text typed into the form at this URL before a new sign-in, or before a reload after a lost
 * response.
 * @param onFound called soon after the page has loaded
 */
export function useKeptForm(onFound: (found: { fields: FormData; isUnconfirmed: boolean }) => void): void {
  const writer = useWriter();
  const latest = useRef(onFound);
  latest.current = onFound;
  useEffect(() => {
    const kept = read();
    drop();
    if (!kept || !writer || kept.at !== here() || kept.email !== writer.email) return;
    // Same session: the user left or reloaded the page on purpose.
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
 * Fields of a form that may be kept: masks of secrets may stay.
 * @param secrets names of the password fields
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
    // Storage is disabled or full: the text is lost when the page is left.
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
    // Storage is disabled: there is nothing to remove.
  }
}
