import { useMatches } from '@remix-run/react';
import { useEffect, useRef, type RefObject } from 'react';
import { onLostAct } from '#app/components/page-data/page-notices.ts';

// If the response to a form is lost, its text survives a reload: only in this tab and for the same user.

interface Kept {
  email: string;
  fields: [string, string][];
}

const keyOf = (action: string) => `kept-fields ${action}`;
/** Fields that a user types into or chooses from; passwords and files are never kept. */
const typed = 'input:not([type=hidden], [type=password], [type=file], [type=submit]), textarea, select';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Keeps the fields of a form from a lost response until a response arrives.
 * @param action path and query the form is sent to
 * @param result response of the server
 */
export function useKeptFields({
  form,
  action,
  result,
}: {
  form: RefObject<HTMLFormElement>;
  action: string;
  result: object | null | undefined;
}): void {
  const email = useEmail();
  const isLost = useRef(false);
  useEffect(() => {
    const kept = read(action);
    remove(action);
    if (!kept || kept.email !== email || !form.current) return;
    isLost.current = true;
    for (const control of controlsOf(form.current)) fill(control, kept.fields);
  }, [action, email, form]);
  useEffect(() => {
    const write = () => {
      if (!isLost.current || !form.current || email === null) return;
      save(action, { email, fields: fieldsOf(form.current) });
    };
    const stop = onLostAct((lost) => {
      if (lost.action !== action) return;
      isLost.current = true;
      write();
    });
    addEventListener('pagehide', write);
    return () => {
      stop();
      removeEventListener('pagehide', write);
    };
  }, [action, email, form]);
  useEffect(() => {
    if (!result || 'isLost' in result) return;
    isLost.current = false;
    remove(action);
  }, [result, action]);
}

/** Email address of the signed-in user, from the page's frame. */
function useEmail(): string | null {
  for (const { data } of useMatches()) {
    const user = (data as { user?: { email?: unknown } } | null | undefined)?.user;
    if (typeof user?.email === 'string') return user.email;
  }
  return null;
}

function controlsOf(form: HTMLFormElement): Control[] {
  const all = [...form.elements].filter((element): element is Control => element.matches(typed));
  return all.filter(({ name }) => name !== '');
}

const isBox = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio';

function fieldsOf(form: HTMLFormElement): [string, string][] {
  const sent = controlsOf(form).filter((control) => !isBox(control) || control.checked);
  return sent.map(({ name, value }) => [name, value]);
}

function fill(control: Control, fields: [string, string][]): void {
  const values = fields.filter(([name]) => name === control.name).map(([, value]) => value);
  if (isBox(control)) control.checked = values.includes(control.value);
  else if (values[0] !== undefined) control.value = values[0];
  // Controls that display the same choice update too.
  if (control instanceof HTMLSelectElement) control.dispatchEvent(new Event('change', { bubbles: true }));
}

function save(action: string, kept: Kept): void {
  try {
    sessionStorage.setItem(keyOf(action), JSON.stringify(kept));
  } catch {
    // Storage is disabled or full: a reload empties the form.
  }
}

function read(action: string): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(action)) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}

function remove(action: string): void {
  try {
    sessionStorage.removeItem(keyOf(action));
  } catch {
    // Storage is disabled: there is nothing to remove.
  }
}
