import { shellCommands, type ShellCommand } from './shell-commands.ts';
import type { ShellToken } from './shell-words.ts';

/** A command of a line without the shell's own words, such as `if` and `fi`. */
export interface CommandPart extends ShellCommand {
  /** It is between `if` and `then`, or `while` and `do`. */
  isCondition: boolean;
  /** It follows `!` or `until`: the others run if it fails. */
  isNegated: boolean;
}

const begins = new Set(['if', 'elif', 'while', 'until']);
const goesOn = new Set(['then', 'do', 'else', '{', '!']);
const ends = new Set(['fi', 'done', '}', 'esac']);

/** The commands of a line, and the calls among them. */
export function commandParts(tokens: readonly ShellToken[]): CommandPart[] {
  let isCondition = false;
  return shellCommands(tokens).flatMap((command) => {
    const { words } = command;
    let isNegated = false;
    while (words[0] && (begins.has(words[0].text) || goesOn.has(words[0].text) || ends.has(words[0].text))) {
      const keyword = words.shift()?.text ?? '';
      if (keyword !== '!') isCondition = begins.has(keyword);
      if (keyword === '!' || keyword === 'until') isNegated = !isNegated;
    }
    return words.length > 0 ? [{ ...command, isCondition, isNegated }] : [];
  });
}

/** The name of a program without its folder. */
export const baseName = (text: string) => text.slice(text.lastIndexOf('/') + 1);
