import { shellWords, type ShellToken, type ShellWord } from './shell-words.ts';

/** A command between `&&`, `|`, `;` and line breaks, without its redirections. */
export interface ShellCommand {
  words: ShellWord[];
  /** Operator before the command: `&&`, `||`, `;`, `|`, `&`, a line break; null for the first. */
  before: string | null;
  /** Standard input from a here-document, `<<<`, or the `echo` before a pipe; null if unknown. */
  input: ShellWord | null;
  /** The command before the pipe that prints the input. */
  printer: ShellCommand | null;
}

/** A call of curl or wget in a command: the index of its program among the words. */
export interface ShellCall {
  command: ShellCommand;
  at: number;
}

export interface ShellCalls {
  commands: ShellCommand[];
  calls: ShellCall[];
  isRepaired: boolean;
}

/** Shells within shells that are read. */
const deepestShell = 8;
const shells = new Set(['sh', 'bash', 'dash', 'zsh']);
const callers = new Set(['curl', 'wget']);
const wrappers = new Set(
  'timeout nice ionice flock env sudo doas exec time chronic nohup command setsid stdbuf watch docker podman kubectl'.split(
    ' ',
  ),
);
const reserved = new Set('! { if then elif else while until do time'.split(' '));
const assignment = /^[A-Za-z_]\w*\+?=/;

/** The name of a program without its folder. */
export function programOf(word: ShellWord | undefined): string {
  const text = word?.text ?? '';
  return text.slice(text.lastIndexOf('/') + 1).replace(/\.exe$/i, '');
}

/** Reports whether a word is an address with its scheme. */
export function isAddress(word: ShellWord | undefined): boolean {
  return /^https?:\/\//i.test(word?.text ?? '');
}

/** The commands of a command line in their order. */
export function shellCommands(tokens: readonly ShellToken[]): ShellCommand[] {
  const empty = (before: string | null): ShellCommand => ({ words: [], before, input: null, printer: null });
  const commands = [empty(null)];
  let redirection: string | null = null;
  for (const token of tokens) {
    const command = commands.at(-1);
    if (!command) break;
    if (token.kind === 'word') {
      if (redirection === null) command.words.push(token);
      else if (redirection === '<<<') command.input = { ...token, text: `${token.text}\n` };
      else if (redirection === '<') command.input = null;
      redirection = null;
    } else if (token.document) {
      command.input = token.document;
    } else if (/[<>]/.test(token.text)) {
      redirection = token.text;
    } else {
      redirection = null;
      // A bracket joins nothing: the operator before it does.
      const isOpening = token.text === '(' && command.words.length === 0;
      commands.push(empty(isOpening ? command.before : token.text));
    }
  }
  for (const [index, command] of commands.entries()) {
    const before = commands[index - 1];
    const isPiped = command.before === '|' || command.before === '|&';
    if (!before || !isPiped || command.input !== null) continue;
    command.input = printedBy(before);
    command.printer = command.input && before;
  }
  return commands.filter(({ words }) => words.length > 0);
}

/** Output of `echo`, `printf '%s'`, `printf '%b'` or a `cat` of its input; null for any other command. */
function printedBy(command: ShellCommand): ShellWord | null {
  const [program, ...given] = command.words;
  const texts = given.map(({ text }) => text);
  if (!program) return null;
  if (program.text === 'cat') return given.length === 0 ? command.input : null;
  const expansions = given.flatMap((word) => word.expansions);
  const printed = (text: string): ShellWord => ({ kind: 'word', text, expansions, isQuoted: true });
  if (program.text === 'echo') {
    const [option = ''] = texts;
    if (/^-[neE]*e/.test(option)) return null;
    return option === '-n' ? printed(texts.slice(1).join(' ')) : printed(`${texts.join(' ')}\n`);
  }
  const [format = '', text = '', ...more] = texts;
  if (program.text !== 'printf' || more.length > 0) return null;
  if (texts.length === 1) return /[%\\]/.test(format) ? null : printed(format);
  if (format === '%s' || format === '%s\\n') return printed(format === '%s' ? text : `${text}\n`);
  // Format of our own exports: only these escapes.
  if (format !== '%b' || /\\[^nr\\]/.test(text.replaceAll('\\\\', ''))) return null;
  const signs: Record<string, string> = { n: '\n', r: '\r', '\\': '\\' };
  return printed(text.replace(/\\([nr\\])/g, (whole, sign: string) => signs[sign] ?? whole));
}

/**
 * Finds the calls of curl and wget in a command line, also within `bash -c '…'` and `$(…)`.
 * @returns a reason where it is no command line, or shells are nested deeper than 8 levels
 */
export function shellCalls({
  source,
  depth = 0,
}: {
  source: string;
  depth?: number;
}): ShellCalls | { reason: string } {
  if (depth > deepestShell)
    return { reason: 'The shells are nested deeper than 8 levels. Paste the inner command.' };
  const split = shellWords(source);
  if ('reason' in split) return split;
  const commands = shellCommands(split.tokens);
  const inner = commands.length === 1 ? shellText(commands[0]?.words ?? []) : null;
  if (inner !== null) return shellCalls({ source: inner, depth: depth + 1 });
  const calls = commands.flatMap((command) => {
    const at = callerAt(command.words);
    return at === null ? [] : [{ command, at }];
  });
  const found = { commands, calls, isRepaired: split.isRepaired };
  return calls.length > 0 ? found : (substituted({ commands, depth }) ?? found);
}

/** The calls within the first `$(…)` that holds one: `TOKEN=$(curl …)`. */
function substituted({ commands, depth }: { commands: ShellCommand[]; depth: number }): ShellCalls | null {
  const expansions = commands.flatMap(({ words }) => words.flatMap((word) => word.expansions));
  const text = expansions.find((one) => one.startsWith('$(') && /\b(?:curl|wget)\b/.test(one));
  if (text === undefined) return null;
  const found = shellCalls({ source: text.slice(2, -1), depth: depth + 1 });
  return 'reason' in found || found.calls.length === 0 ? null : found;
}

/** Script of `bash -c '…'`, also after the user of /etc/crontab and after sudo. */
function shellText(words: readonly ShellWord[]): string | null {
  const at = words.findIndex((word) => shells.has(programOf(word)));
  const [option, text] = words.slice(at + 1);
  if (at < 0 || at > 1 || !option || !text) return null;
  return /^-[a-z]*c$/.test(option.text) ? text.text : null;
}

/** Index of curl or wget in a command: at its head, after assignments, reserved words and wrappers. */
function callerAt(words: readonly ShellWord[]): number | null {
  const isCall = (word: ShellWord | undefined) => callers.has(programOf(word)) && !isAddress(word);
  let head = 0;
  while (head < words.length && (reserved.has(words[head]?.text ?? '') || isAssignment(words[head])))
    head += 1;
  if (isCall(words[head])) return head;
  const first = words[head];
  const isWrapped = first !== undefined && (wrappers.has(programOf(first)) || isAssignment(first));
  const at = words.findIndex(isCall);
  return isWrapped && at > 0 ? at : null;
}

/** Reports whether a word sets a variable. */
export function isAssignment(word: ShellWord | undefined): boolean {
  return assignment.test(word?.text ?? '');
}
