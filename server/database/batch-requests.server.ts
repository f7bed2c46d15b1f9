/**
 * Batches single requests: those within `waitMs` share one query.
 * @param run returns a function per item, so one bad item fails alone
 */
export function batchRequests<Item, Result>({
  waitMs,
  max,
  run,
}: {
  waitMs: number;
  max: number;
  run: (items: Item[]) => Promise<(item: Item) => Result>;
}): (item: Item) => Promise<Result> {
  interface Waiting {
    item: Item;
    resolve: (response: Result) => void;
    reject: (reason: unknown) => void;
  }
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;

  const leave = () => {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    waiting = [];
    run(batch.map(({ item }) => item)).then(
      (toResponse) => {
        for (const { item, resolve, reject } of batch) {
          try {
            resolve(toResponse(item));
          } catch (error) {
            reject(error);
          }
        }
      },
      (error: unknown) => batch.forEach(({ reject }) => reject(error)),
    );
  };

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (waiting.length >= max) leave();
      else timer ??= setTimeout(leave, waitMs);
    });
}
