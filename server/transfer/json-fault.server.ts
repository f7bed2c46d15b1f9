const piece =
  /[ \t\r\n]*(?:([{}[\],:])|("[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y;

type Wanted = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end';

/**
 * Where a text stops being JSON, counted from 0; its length where it ends too early. Node 20 does not say it for
 * every fault.
 */
export function jsonFaultAt(text: string): number {
  const open: ('{' | '[')[] = [];
  let wanted: Wanted = 'value';
  let at = 0;
  for (;;) {
    const start = at + (/^[ \t\r\n]*/.exec(text.slice(at, at + 10_000))?.[0].length ?? 0);
    piece.lastIndex = at;
    const found: RegExpExecArray | null = piece.exec(text);
    const next: Wanted | null = found ? wantedAfter({ found, wanted, open }) : null;
    if (!next) return Math.min(start, text.length);
    wanted = next;
    at = piece.lastIndex;
  }
}

function wantedAfter({
  found: [, mark, string, scalar],
  wanted,
  open,
}: {
  found: RegExpExecArray;
  wanted: Wanted;
  open: ('{' | '[')[];
}): Wanted | null {
  const takesValue = wanted === 'value' || wanted === 'value or ]';
  if (scalar !== undefined) return takesValue ? ', or end' : null;
  if (string !== undefined) {
    if (takesValue) return ', or end';
    return wanted === 'key' || wanted === 'key or }' ? ':' : null;
  }
  if (mark === '{' || mark === '[') {
    if (takesValue) open.push(mark);
    return takesValue ? (mark === '{' ? 'key or }' : 'value or ]') : null;
  }
  if (mark === ':') return wanted === ':' ? 'value' : null;
  const inner = open.at(-1);
  if (mark === ',') return wanted === ', or end' && inner ? (inner === '{' ? 'key' : 'value') : null;
  const isEnd = mark === '}' ? wanted === 'key or }' : wanted === 'value or ]';
  if (inner !== (mark === '}' ? '{' : '[') || (wanted !== ', or end' && !isEnd)) return null;
  open.pop();
  return ', or end';
}
