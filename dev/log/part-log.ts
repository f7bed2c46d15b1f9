import { type Colour, paint } from './colours.ts';
import { readable } from './readable.ts';

const colours: Record<string, Colour> = {
  postgres: 'blue',
  temporal: 'magenta',
  identity: 'yellow',
  echo: 'grey',
  web: 'green',
  worker: 'cyan',
};
const width = 9;
const keptLines = 20;

export interface PartLog {
  line: (text: string) => void;
  /** Keeps a line for the case of a failure without showing it. */
  aside: (text: string) => void;
  /** Last output of the part, for the error message of a failure. */
  lastLines: () => string[];
}

/** The lines of one part, each behind its name. */
export function partLog(part: string): PartLog {
  const kept: string[] = [];
  const keep = (text: string) => {
    const line = readable(text);
    kept.push(line);
    if (kept.length > keptLines) kept.shift();
    return line;
  };
  return {
    aside: (text) => void keep(text),
    line: (text) => {
      if (!text.trim()) return;
      const line = keep(text);
      process.stdout.write(`${paint(colours[part] ?? 'bold', part.padEnd(width))} ${line}\n`);
    },
    lastLines: () => kept,
  };
}

/** Prints a message of npm start itself. */
export function say(text: string, colour: Colour = 'bold'): void {
  process.stdout.write(`${paint(colour, 'punctual'.padEnd(width))} ${text}\n`);
}
