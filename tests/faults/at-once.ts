/** Runs work for many items, a limited number at once. @returns the results in order */
export async function atOnce<Item, Responder>({
  items,
  limit,
  run,
}: {
  items: Item[];
  limit: number;
  run: (item: Item) => Promise<Responder>;
}): Promise<Responder[]> {
  const responses: Responder[] = [];
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const index = next++;
      responses[index] = await run(items[index] as Item);
    }
  };
  await Promise.all(Array.from({ length: limit }, lane));
  return responses;
}
