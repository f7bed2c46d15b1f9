/** Arguments of a soak: `--minutes 30 --seed 7`. Two minutes and a seed of the day by default. */
export function readSettings(given: string[]): { minutes: number; seed: number } {
  const numberAfter = (name: string) => {
    const index = given.indexOf(name);
    if (index < 0) return undefined;
    const number = Number(given[index + 1]);
    if (!Number.isFinite(number) || number <= 0) throw new Error(`${name} takes a number above 0.`);
    return number;
  };
  return {
    minutes: numberAfter('--minutes') ?? 2,
    seed: Math.floor(numberAfter('--seed') ?? Date.now() % 1_000_000),
  };
}
