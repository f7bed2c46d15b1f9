import { z } from 'zod';
import type { DescribedResponse } from '#app/http/api/openapi/declaration.ts';
import { count } from '#app/presenters/api/field-schema.ts';

const total = count().meta({ description: 'Total number of rows.', examples: [1] });
const page = z
  .int()
  .min(1)
  .meta({ description: 'This page, from 1.', examples: [1] });
const perPage = z.int().min(1).max(100);
const metaOfLog = z.object({
  page,
  pageSize: perPage.meta({ description: 'Rows per page.', examples: [10] }),
  totalPages: count().meta({ description: '0 if there are no rows.', examples: [1] }),
  totalItems: total,
});
const nextCursor = z
  .string()
  .nullable()
  .meta({ description: 'Cursor of the next page; null on the last one.', examples: [null] });

/** Fields beside the rows of a page, as written by pageAnswer: for a key, and for a token (D18). */
export function besidePage(kind: NonNullable<DescribedResponse['page']>): z.ZodType[] {
  if (kind === 'with meta') return [z.object({ meta: metaOfLog })];
  const cursor = kind === 'with cursor' ? { next_cursor: nextCursor } : {};
  const rows = { description: 'Rows per page.' };
  return [
    z.object({
      pagination: z.object({ total, page, per_page: perPage.meta({ ...rows, examples: [20] }), ...cursor }),
    }),
    z.object({ total, page, pageSize: perPage.meta({ ...rows, examples: [10] }), ...cursor }),
  ];
}
