/** A result, or a part of one. */
export type Row = Record<string, unknown>;

/** Machine and date of a figure: two machines, or one machine on two days, differ by a factor of two. */
export function measuredOn({ machine, at }: Row): string {
  return `${text((machine as Row | undefined)?.model)}, ${text(at).slice(0, 10)}`;
}

export function table({
  title,
  columns,
  rows,
}: {
  title: string;
  columns: string[];
  rows: string[][];
}): string {
  if (rows.length === 0) return '';
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line([title, ...columns]), line([title, ...columns].map(() => '---')), ...rows.map(line)].join(
    '\n',
  );
}

export function pick(row: unknown, names: string[]): string[] {
  return names.map((name) => text((row as Row | undefined)?.[name]));
}

export function text(value: unknown): string {
  if (typeof value === 'number') return value.toLocaleString('en-US', { maximumFractionDigits: 3 });
  return typeof value === 'string' ? value : '–';
}
