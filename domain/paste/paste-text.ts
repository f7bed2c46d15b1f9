/** Prompts of Unix and Windows shells. */
const prompt =
  /^(?:\([\w.-]{1,40}\) ?)?(?:(?:\[?[\w.-]{1,64}@[\w.-]{1,64}[^\n$#%>]{0,200}[$#%>]|[$%>❯➜])[ \t]+|(?:PS |[A-Za-z]:\\)[^\n>]{0,200}>[ \t]*)(?=\S)/;
const fence = /^(?:```|~~~)[^\n]*\n(.*?)(?:\n(?:```|~~~)\s*)?$/s;

/** A pasted text as it was meant: line breaks of Unix, without the marks of a code block and the prompt of a shell. */
export function plainPaste(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').trim();
  const inside = fence.exec(lines)?.[1] ?? lines;
  const isInline =
    inside.length > 2 && inside.startsWith('`') && inside.indexOf('`', 1) === inside.length - 1;
  return withoutPrompt((isInline ? inside.slice(1, -1) : inside).trim());
}

/** A command line without the prompt of its first line, the same prompt of later ones, and the `>` of continued ones. */
export function withoutPrompt(text: string): string {
  const lines = text.trim().split('\n');
  const first = lines.findIndex((line) => !/^\s*(?:#.*)?$/.test(line));
  const found = prompt.exec(lines[first] ?? '')?.[0];
  if (found === undefined) return text.trim();
  const plain = lines.map((line, index) => {
    if (line.startsWith(found)) return line.slice(found.length);
    return (lines[index - 1] ?? '').endsWith('\\') ? line.replace(/^> ?/, '') : line;
  });
  return plain.join('\n').trim();
}

/** A text without the `#` (a root prompt or a comment) before its curl and wget commands. */
export function withoutRootPrompt(text: string): string {
  return text.replace(/^#[# \t]*(?=(?:sudo[ \t]+)?(?:curl|wget)[ \t])/gm, '');
}
