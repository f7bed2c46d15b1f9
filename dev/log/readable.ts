const levels: Record<number, string> = {
  10: 'trace ',
  20: 'debug ',
  30: '',
  40: 'warning ',
  50: 'error ',
  60: 'fatal ',
};

/** A line of a part as people read it: our processes write JSON, the others text. */
export function readable(line: string): string {
  if (!line.startsWith('{')) return line;
  try {
    const { level, time, msg, ...rest } = JSON.parse(line) as Record<string, unknown>;
    if (level === undefined || typeof time !== 'number') return line;
    const severity = typeof level === 'number' ? (levels[level] ?? '') : `${shown(level).toLowerCase()} `;
    const fields = Object.entries(rest).map(([name, value]) => `${name}=${shown(value)}`);
    const clock = new Date(time).toISOString().slice(11, 23);
    return [clock, `${severity}${typeof msg === 'string' ? msg : ''}`, ...fields].filter(Boolean).join(' ');
  } catch {
    return line;
  }
}

function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'stack' in value) return String(value.stack);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
