import { vi } from 'vitest';

/** Captures all further output of this process instead of writing it. */
export function listenToOutput() {
  const said: string[] = [];
  const keep = (text: unknown) => {
    said.push(String(text));
    return true;
  };
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation(keep),
  );
  return {
    text: () => said.join(''),
    /** The lines of the log. */
    lines: () =>
      said
        .flatMap((text) => text.split('\n'))
        .filter((line) => line.startsWith('{"level"'))
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    stop: () => spies.forEach((spy) => spy.mockRestore()),
  };
}
