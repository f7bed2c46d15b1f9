import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeWords } from './read-mail.ts';

const mostKept = 500;

/** A mail that was caught, as the list shows it. */
export interface Caught {
  id: string;
  at: string;
  to: string[];
  subject: string;
}

/** The folder of caught mails: one .eml each, which mail programs open, newest last. */
export function createCaughtMail(folder: string) {
  mkdirSync(folder, { recursive: true });
  let count = 0;
  const ids = () =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .map((name) => name.slice(0, -4))
      .sort();
  const read = (id: string) => readFileSync(join(folder, `${id}.eml`), 'utf8');
  return {
    keep: ({ raw, to }: { raw: string; to: string[] }) => {
      count += 1;
      const id = `${Date.now()}-${String(count).padStart(4, '0')}`;
      writeFileSync(join(folder, `${id}.eml`), `X-Caught-For: ${to.join(', ')}\r\n${raw}`);
      for (const old of ids().slice(0, -mostKept)) rmSync(join(folder, `${old}.eml`));
    },
    list: (to: string): Caught[] =>
      ids()
        .map((id) => summaryOf({ id, raw: read(id) }))
        .filter((mail) => to === '' || mail.to.includes(to))
        .reverse(),
    /** Undefined for a name that is no mail of this folder. */
    raw: (id: string) => (ids().includes(id) ? read(id) : undefined),
    forget: () => {
      for (const id of ids()) rmSync(join(folder, `${id}.eml`));
    },
  };
}

function summaryOf({ id, raw }: { id: string; raw: string }): Caught {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  const header = (name: string) =>
    decodeWords(new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? '');
  return {
    id,
    at: new Date(Number(id.split('-')[0])).toISOString(),
    to: header('X-Caught-For').split(', '),
    subject: header('Subject'),
  };
}
