import { stringify } from 'csv-stringify/sync';
import { toCsvCell } from './csv-cell.ts';

/**
 * Rows as CSV (RFC 4180), streamed: no list is held whole, and after the reader has left, only one more page is loaded,
 * possibly an empty one. Formulas become text (toCsvCell).
 */
export function csvStream<Row>({
  columns,
  pages,
  toLine,
}: {
  columns: readonly string[];
  pages: AsyncGenerator<Row[]>;
  toLine: (row: Row) => unknown[];
}): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const lines = (rows: unknown[][]) =>
    encoder.encode(
      stringify(
        rows.map((row) => row.map(toCsvCell)),
        { record_delimiter: '\r\n' },
      ),
    );
  let isCancelled = false;
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(lines([[...columns]])),
    pull: async (controller) => {
      // The reader does not pull again before it gets a chunk.
      let page = await pages.next();
      while (!page.done && page.value.length === 0 && !isCancelled) page = await pages.next();
      if (isCancelled) return;
      if (page.done) controller.close();
      else controller.enqueue(lines(page.value.map(toLine)));
    },
    cancel: async () => {
      isCancelled = true;
      await pages.return(undefined);
    },
  });
}
