/** Runs work for many items, so many at once; answers in their order. */
export async function atOnce<Item, Answer>({
  items,
  limit,
  run,
}: {
  items: Item[];
  limit: number;
  run: (item: Item) => Promise<Answer>;
}): Promise<Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const index = next++;
      answers[index] = await run(items[index] as Item);
    }
  };
  await Promise.all(Array.from({ length: limit }, lane));
  return answers;
}
